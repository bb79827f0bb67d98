package reserve

// CountBuckets returns the number of buckets that are not forgotten.
func CountBuckets[K comparable](b *Buckets[K]) int { return len(b.all) }
