-- Whether a code by which a key joins an account was handed out by a moderator.
ALTER TABLE invitations ADD COLUMN recovery INTEGER NOT NULL DEFAULT 0;
