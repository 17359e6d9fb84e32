-- The version that was decided on: what changed before a decision takes effect is not what an editor saw.
ALTER TABLE pending_decisions ADD COLUMN version INTEGER;
