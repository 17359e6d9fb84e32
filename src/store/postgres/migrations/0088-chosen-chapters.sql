-- A chapter is a row: a library has none to seven, by place and then by number. Until now the words of the first subject stood in the
-- program for every chapter that nobody had edited. A library with papers, or with an edited chapter, keeps them; one that is still
-- empty has seven chapters without a subject.
ALTER TABLE chapters ADD COLUMN place integer NOT NULL DEFAULT 0;

INSERT INTO chapters (number, name, introduction, version, updated_at, place)
SELECT column1, column2, column3, 0, '1970-01-01T00:00:00.000Z', 0
FROM (
  VALUES
    (1, 'Foundations', 'What an agent is made of: a model that reasons in steps, acts, looks at what came of it and goes on. These papers lay down the patterns on which all later ones build, and they first measured where a run of many steps begins to slip.'),
    (2, 'Planning', 'How work of hours is cut into steps that can be done, checked and done again. The papers ask when to plan ahead and when to decide on the way, how a plan survives its first surprise, and how search, subgoals and revision keep a long run on course.'),
    (3, 'Memory', 'A run that outlasts its context window has to choose what to keep. Here stand stores that are written to and read from, ways to shorten a history without losing what matters, and experience that carries over from one session to the next.'),
    (4, 'Tools', 'Agents act on the world through interfaces: calls, code, browsers, files, other agents. The papers of this chapter are about finding the right tool, using it correctly, recovering when it fails, and building environments that hold still long enough for work to be done in them.'),
    (5, 'Evaluation', 'What cannot be measured over a long run cannot be trusted with one. This chapter holds the benchmarks, measures and audits: what they count as success, how far an agent gets before it fails, and how much of a reported score is luck, leakage or a lenient judge.'),
    (6, 'Safety', 'The longer an agent acts on its own, the more harm an error, an attack or a wrong goal can do before anybody looks. These papers study injected instructions, misuse of permissions, drift and deception, and the means against them: sandboxes, monitors, limits and people in the loop.'),
    (7, 'Enterprise', 'Agents at work in organizations: with real systems, permissions, costs and people who answer for the result. The papers report deployments and near-deployments, and what they needed beyond a capable model: governance, evidence for auditors, hand-over to people and a price per finished task.')
) AS texts
WHERE EXISTS (SELECT 1 FROM papers) OR EXISTS (SELECT 1 FROM chapters)
ON CONFLICT (number) DO NOTHING;

INSERT INTO chapters (number, name, introduction, version, updated_at, place)
VALUES
  (1, 'Chapter 1', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (2, 'Chapter 2', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (3, 'Chapter 3', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (4, 'Chapter 4', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (5, 'Chapter 5', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (6, 'Chapter 6', '', 0, '1970-01-01T00:00:00.000Z', 0),
  (7, 'Chapter 7', '', 0, '1970-01-01T00:00:00.000Z', 0)
ON CONFLICT (number) DO NOTHING;

-- Merging a chapter moves its papers in every state; the facets find the public ones.
CREATE INDEX papers_open_by_chapter ON papers (chapter, seq) WHERE state <> 'accepted' AND chapter IS NOT NULL;
