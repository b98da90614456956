-- While more of an import follows, its firings wait for each other, but not longer than this.
alter table alert_firing add column held_until timestamptz;
