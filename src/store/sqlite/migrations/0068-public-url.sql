-- oldest reader: 0064
-- The PUBLIC_URL of the last server that had one, for links in emails of commands.
ALTER TABLE corpus ADD COLUMN public_url TEXT;
