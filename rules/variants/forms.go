package variants

import "quadrille/rules"

// Forms returns every game with each combination of the options that change how it is played;
// see [rules.Form].
func Forms() (list []rules.Variant) {
	seen := map[string]bool{}
	for _, d := range All() {
		for _, chosen := range combinations(d.Options) {
			v, err := d.New(chosen)
			if err != nil || seen[rules.Form(v.Facts())] {
				continue
			}
			seen[rules.Form(v.Facts())] = true
			list = append(list, v)
		}
	}
	return list
}

// combinations returns each combination of the values of options.
func combinations(options []rules.Option) []map[string]string {
	list := []map[string]string{{}}
	for _, o := range options {
		var next []map[string]string
		for _, chosen := range list {
			for _, value := range append([]string{o.Default}, o.Choices...) {
				with := map[string]string{o.Name: value}
				for k, v := range chosen {
					with[k] = v
				}
				next = append(next, with)
			}
		}
		list = next
	}
	return list
}
