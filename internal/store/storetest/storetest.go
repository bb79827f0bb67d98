// Package storetest tests the behaviour that all stores have in common. [Run] is the test
// suite. Tests of files, connections and failures are in the packages of the stores.
package storetest

import (
	"context"
	"testing"
	"time"

	"quadrille/internal/store/parts"
	"quadrille/internal/table"
	"quadrille/internal/table/logtest"
)

// Store is an open store.
type Store struct {
	*parts.Parts
	Tables logtest.Store
	Close  func() error // may be called more than once
}

// Backend is a new database.
type Backend struct {
	// Open opens the database. A test may close it and open it again.
	Open func(t testing.TB) *Store
	Blob string // the SQL type of byte strings
}

// opened opens the database, and closes it when the test ends.
func (b *Backend) opened(t testing.TB) *Store {
	t.Helper()
	s := b.Open(t)
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Run runs all tests on stores of one kind. The function `create` returns a new database.
func Run(t *testing.T, create func(t *testing.T) *Backend) {
	for name, test := range map[string]func(t *testing.T, b *Backend){
		"BotLevelHasOneRating":                  testBotLevelHasOneRating,
		"ClaimRefusesUncleanNamesAndGuests":     testClaimRefusesUncleanNamesAndGuests,
		"ClaimedNameIsLookedUpAfterReopening":   testClaimedNameIsLookedUpAfterReopening,
		"CodeAddsOneKey":                        testCodeAddsOneKey,
		"CodeExpiresAfterTenMinutes":            testCodeExpiresAfterTenMinutes,
		"CodesAndKeysAreLimited":                testCodesAndKeysAreLimited,
		"CompareFindsChangedRatings":            testCompareFindsChangedRatings,
		"CompareWithTooManyRatedTables":         testCompareWithTooManyRatedTables,
		"ConcurrentRatingIsDeterministic":       testConcurrentRatingIsDeterministic,
		"RatingsAfterReset":                     testRatingsAfterReset,
		"RatingsAfterDeletion":                  testRatingsAfterDeletion,
		"DecisionDuringRating":                  testDecisionDuringRating,
		"ComparisonWhileGamesEnd":               testComparisonWhileGamesEnd,
		"RatingDuringDeletion":                  testRatingDuringDeletion,
		"DecisionRefusals":                      testDecisionRefusals,
		"DeletedAccountIsForgotten":             testDeletedAccountIsForgotten,
		"DeletionResumesAfterCrash":             testDeletionResumesAfterCrash,
		"GamesAreRatedInOrderOfClosing":         testGamesAreRatedInOrderOfClosing,
		"GamesThatAreNotRated":                  testGamesThatAreNotRated,
		"GuestSettingsAreNotStored":             testGuestSettingsAreNotStored,
		"TerminalsAreStored":                    testTerminalsAreStored,
		"LessonsAreStored":                      testLessonsAreStored,
		"LeavesAreStored":                       testLeavesAreStored,
		"KeyOfDeletedAccountCanReturn":          testKeyOfDeletedAccountCanReturn,
		"KeyRefusals":                           testKeyRefusals,
		"KeysWithRandomOperations":              testKeysWithRandomOperations,
		"NameIsUniqueByItsFoldedForm":           testNameIsUniqueByItsFoldedForm,
		"NoNameForAccountWithoutKeys":           testNoNameForAccountWithoutKeys,
		"RatedGameIsOnLadder":                   testRatedGameIsOnLadder,
		"RatingOfTeamsAndReplacements":          testRatingOfTeamsAndReplacements,
		"RatingsBecomeLessCertain":              testRatingsBecomeLessCertain,
		"IdlePlayersLeaveTheTop":                testIdlePlayersLeaveTheTop,
		"ClockSetBackAgesRatings":               testClockSetBackAgesRatings,
		"RatingsMatchRecomputation":             testRatingsMatchRecomputation,
		"RecordCountsWinsDrawsAndLosses":        testRecordCountsWinsDrawsAndLosses,
		"RefusedJoinKeepsCodeOpen":              testRefusedJoinKeepsCodeOpen,
		"RemovedFirstKeyGetsNewAccount":         testRemovedFirstKeyGetsNewAccount,
		"RemovedKeyDoesNotReturnToFirstAccount": testRemovedKeyDoesNotReturnToFirstAccount,
		"RemovedKeyGetsNewAccount":              testRemovedKeyGetsNewAccount,
		"RemovingKeyDeletesCodes":               testRemovingKeyDeletesCodes,
		"RenamingFreesTheOldName":               testRenamingFreesTheOldName,
		"SecondKeyJoins":                        testSecondKeyJoins,
		"SettingsAreStored":                     testSettingsAreStored,
		"TermsDecideWhetherBotsAreRated":        testTermsDecideWhetherBotsAreRated,
		"TotalCodesAreLimited":                  testTotalCodesAreLimited,
		"UnknownKeyIsNotStored":                 testUnknownKeyIsNotStored,
	} {
		t.Run(name, func(t *testing.T) { test(t, create(t)) })
	}
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 123456789, time.UTC)

func load(t testing.TB, s *Store, id table.ID) []table.Event {
	t.Helper()
	events, err := s.Tables.Load(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func appendTo(t testing.TB, s *Store, id table.ID, seq int, events ...table.Event) {
	t.Helper()
	if err := s.Tables.Append(context.Background(), id, seq, events, nil); err != nil {
		t.Fatal(err)
	}
}

func (s *Store) execute(t testing.TB, text string, values ...any) {
	t.Helper()
	err := s.Update(context.Background(), func(tx *parts.Tx) (refused, failed error) { return nil, tx.Exec(text, values...) })
	if err != nil {
		t.Fatal(err)
	}
}
