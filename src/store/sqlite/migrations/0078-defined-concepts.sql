-- oldest reader: 0064
-- Ranked search reads the definitions of concepts, of which a large library has few among many names.
CREATE INDEX concepts_defined ON concepts (id) WHERE definition IS NOT NULL;
