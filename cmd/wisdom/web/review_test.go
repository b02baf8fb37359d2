package web

import "testing"

// The bug that a swap offered facts that cannot make room.
func TestOnlyFactsThatMakeRoomAreOffered(t *testing.T) {
	r := &Review{Facts: []Item{
		{ID: "t1", Frees: 23, Version: "v"}, {ID: "t2", Frees: 24, Version: "v"}, {ID: "t3", Frees: 30, Fixed: true, Version: "v"},
	}}
	needs := func(with int) Item { return Item{With: &Bar{Amount: with, Limit: 300}} }
	if can := r.CanGo(needs(324)); len(can) != 1 || can[0].ID != "t2" {
		t.Errorf("24 tokens are freed by %v", can)
	}
	if can := r.CanGo(needs(325)); len(can) != 0 {
		t.Errorf("25 tokens are freed by %v", can)
	}
	if can := r.CanGo(needs(290)); len(can) != 2 {
		t.Errorf("where there is room, %v can go", can)
	}
}

// The bug that what a session loads more had the same colour as what it loads less.
func TestABarSaysByHowMuchItGrew(t *testing.T) {
	if got := (Bar{Amount: 2692, More: 374}).Words(); got != Number(2692)+" tokens, 374 more" {
		t.Errorf("%q", got)
	}
}
