/** DataCite's general types of resource as kinds of publication. */
export const dataciteKinds: Readonly<Record<string, string>> = {
  Dataset: 'dataset',
  Software: 'software',
  JournalArticle: 'journal-article',
  ConferencePaper: 'conference-paper',
  Preprint: 'preprint',
  Book: 'book',
  BookChapter: 'chapter',
  Dissertation: 'thesis',
  Report: 'report',
}
