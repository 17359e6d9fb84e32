import { oneLine } from '#formats/text/text.ts'

/** Words that say what a link leads to, or where and how a work appeared, and are no title. */
const LABELS = new Set(
  `paper papers pdf arxiv preprint abs abstract link links url html code github repo repository project page pages website web site
  homepage demo demos video videos youtube slides poster blog post data dataset datasets model models weights checkpoint huggingface hugging
  face hf twitter tweet thread x bib bibtex cite citation doi openreview acl anthology pmc pubmed semantic scholar s2 here read more full
  text fulltext version official published publication publisher journal proceedings conference workshop source sources supplementary
  supplement supp appendix review reviews talk slide colab notebook doc docs documentation download view online article the a an and or in
  this our their original on of at as by to see for via with also springer acm ieee elsevier wiley plos biorxiv medrxiv ssrn alphaxiv ar5iv author authors year venue
  title titles date new available extended long short main findings track oral spotlight best award outstanding accepted under
  submission 论文 代码 项目 链接 主页`.split(/\s+/u),
)

/** Conferences, journals and months. */
const VENUES = new Set(
  `neurips nips iclr icml acl emnlp naacl eacl coling conll tacl lrec aaai ijcai cvpr iccv eccv wacv kdd www sigir wsdm cikm chi uist
  cscw iros icra corl rss tmlr jmlr tpami colm interspeech icassp usenix sosp osdi vldb sigmod icse fse ase arxiv preprint jan feb mar apr
  may jun jul aug sep sept oct nov dec january february march april june july august september october november december`.split(
    /\s+/u,
  ),
)

const ID_OR_NUMBER = /^(?:v?\d[\d.v]*(?:st|nd|rd|th)?|[a-z]{2,8}'?\d{2,4})$/u

const isEachWord = (text: string, test: (word: string) => boolean): boolean =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}.']+/u)
    .map((word) => word.replace(/^[.']/u, '').replace(/[.']$/u, ''))
    .every((word) => word === '' || test(word))

const isVenue = (word: string): boolean => VENUES.has(word) || ID_OR_NUMBER.test(word)

/** Whether a text only says what a link leads to: "Paper", "arXiv 2024", "ICLR'24 (oral)", "2210.03629". */
export const isLabel = (text: string): boolean => isEachWord(text, (word) => LABELS.has(word) || isVenue(word))

const LONGEST_TITLE = 400

const SHORTCODES = /:[a-z][a-z\d_+-]{1,40}:/gu
const PICTURES = /(?:[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}]|\u{fe0f}|\u{200d})+/gu
/** Digits and # are pictographic as the base of keycaps; \p{Extended_Pictographic} leaves them out. */
const withoutPictures = (text: string): string => oneLine(text.replaceAll(SHORTCODES, ' ').replaceAll(PICTURES, ' '))

const BEFORE = /^(?:[\s\-–—•·*:|,;.>~\])}]+|\d{1,4}[.)]\s+|\[[ x]\]\s+)/u
const BEFORE_GROUP =
  /^(?:\[(?<square>[^[\]]{0,80})\]|\((?<round>[^()]{0,80})\)|【(?<lens>[^【】]{0,80})】)[\s:\-–—.,]*/u
const AFTER = /[\s\-–—•·*:|,;([{/&+]+$/u
const AFTER_GROUP = /\s*(?:\((?<round>[^()]{0,120})\)|\[(?<square>[^[\]]{0,120})\])[\s.,;:]*$/u
const EMPTY_GROUPS = /[[(]\s*[|,/;]*\s*[\])]/gu

/** ", ICLR 2024" */
const LAST_PART = /,\s(?<part>[^,]{2,30})$/u

const isAside = (group: string | undefined): boolean =>
  group !== undefined && (isLabel(group) || /\bet al\b|\b(?:19|20)\d\d\b/u.test(group))

const valueOf = (groups: Record<string, string | undefined> | undefined): string | undefined =>
  groups === undefined ? undefined : Object.values(groups).find((value) => value !== undefined)

/** How often something is taken from an end of a text, so that its cost is bounded. */
const MOST_PARTS = 8

/** A title without numbers, marks, venues and years around it; null if nothing that could be a title is left. */
export const cleanTitle = (text: string): string | null => {
  let title = withoutPictures(text.slice(0, 4 * LONGEST_TITLE))
    .replaceAll(EMPTY_GROUPS, ' ')
    .trim()
  for (let part = 0; part < MOST_PARTS; part += 1) {
    const before = title
    title = title.replace(BEFORE, '')
    const group = BEFORE_GROUP.exec(title)
    if (group !== null && isAside(valueOf(group.groups))) title = title.slice(group[0].length)
    title = title.slice(-1) === '.' && !title.endsWith('..') ? title.slice(0, -1) : title
    title = title.slice(0, title.length - (AFTER.exec(title.slice(-40))?.[0].length ?? 0))
    const last = AFTER_GROUP.exec(title.slice(-140))
    if (last !== null && isAside(valueOf(last.groups))) title = title.slice(0, title.length - last[0].length)
    const part = LAST_PART.exec(title.slice(-40))
    if (part !== null && isEachWord(part.groups?.part ?? '', isVenue))
      title = title.slice(0, title.length - part[0].length)
    title = title.replace(/^["“”«„](?<inner>[^"“”«»„]*)["“”»]$/u, '$<inner>')
    if (title === before) break
  }
  title = oneLine(title)
  if (/\bet al\b/iu.test(title)) return null
  return title.length < 2 || title.length > LONGEST_TITLE || !/\p{L}/u.test(title) || isLabel(title) ? null : title
}

const QUOTED = /["“«„](?<title>[^"“”«»„]{8,400})["”»]/u
/** "Yao et al. (2022)" in front of a title. */
const AUTHORS_BEFORE = /^[^.:]{2,80}\bet al\b\.?,?\s*(?:\(?\d{4}[a-z]?\)?)?[.,:]?\s+/u
/** Stands for the end of a line in a text of one line. */
export const END_OF_LINE = '\u2424'

/** ", Ada Example, Ben Sample" and "by Ada Example" after a title. */
const NAME = String.raw`(?:\p{Lu}[\p{L}.'’-]{0,30}\s+){1,3}\p{Lu}[\p{L}'’-]{1,30}`
const AUTHORS_AFTER = new RegExp(
  String.raw`(?:,|\s[-–—|${END_OF_LINE}]|\sby)\s+${NAME}(?=\s*(?:,|\.|;|$|\(|\[|and\s|&|et\s|[-–—|${END_OF_LINE}]))`,
  'u',
)
/** "Ada Example, Ben Sample. " before a title. */
const NAMES_BEFORE = new RegExp(String.raw`^${NAME}(?:(?:,|,?\sand|,?\s&)\s+${NAME}){0,20}\s?[.:]\s+`, 'u')
const SEVERAL_OR_INITIALS = /,\s|\sand\s|\p{Lu}\.\s/u
const SENTENCE_END = /[.?!]["”]?\s+(?=[\p{Lu}*_([])/gu
const ASIDE_AFTER = /\s[([](?=[^)\]]{0,60}\b(?:(?:19|20)\d\d|et al)\b|(?:arxiv|iclr|icml|neurips|acl|emnlp)\b)/iu

const FEWEST_WORDS = 3
const wordsIn = (text: string): number => text.split(/\s+/u).filter((word) => /\p{L}/u.test(word)).length

/** The title in the text of an entry, beside authors, venue and year; null if there is none. */
export const titleInText = (text: string): string | null => {
  const whole = withoutPictures(text.slice(0, 4 * LONGEST_TITLE))
  const cells = whole.includes(' | ') ? whole.split(' | ') : []
  const given = cells.find((cell) => wordsIn(cell) >= FEWEST_WORDS && cleanTitle(cell) !== null) ?? whole
  const quoted = cleanTitle(QUOTED.exec(given)?.groups?.title ?? '')
  if (quoted !== null) return quoted
  let title = (isLabel(given) ? '' : given.replace(BEFORE, '')).replace(AUTHORS_BEFORE, '')
  const names = NAMES_BEFORE.exec(title)?.[0] ?? ''
  if (SEVERAL_OR_INITIALS.test(names) && wordsIn(title.slice(names.length)) >= FEWEST_WORDS)
    title = title.slice(names.length)
  for (const { index, 0: mark } of title.matchAll(SENTENCE_END))
    if (wordsIn(title.slice(0, index)) >= FEWEST_WORDS || cleanTitle(title.slice(index)) === null) {
      title = title.slice(0, index + (mark.startsWith('.') ? 0 : 1))
      break
    }
  for (const pattern of [AUTHORS_AFTER, ASIDE_AFTER]) {
    const place = pattern.exec(title)?.index
    if (place !== undefined && wordsIn(title.slice(0, place)) >= 1 && cleanTitle(title.slice(0, place)) !== null)
      title = title.slice(0, place)
  }
  return cleanTitle(title.replaceAll(END_OF_LINE, ' '))
}

/** Headings that group nothing. */
const GENERIC =
  /^(?:table of contents?|contents?|toc|index|introduction|overview|about|background|papers?|(?:paper|reading) lists?|lists? of papers|papers? collection|articles?|publications?|resources?|reading|references?|bibliography|others?|misc(?:ellaneous)?|more|news|updates?|what'?s new|changelog|todo|contribut(?:e|ing|ors?|ions?)|how to contribute|licen[cs]e|acknowledge?ments?|citations?|cite(?: us| this)?|star history|star chart|back to top|bookmarks?(?: bar| menu| toolbar)?|imported|links?|目录)$/iu
const NUMBERING =
  /^(?:\d{1,3}(?:\.\d{1,3}){1,4}[.):]?\s+|\(?(?:\d{1,3}|[ivx]{1,5}|[a-z])[.):]\s*|part \d{1,3}[.:]?\s+|§\s*)/iu
const COUNT = /\s*[([]\d{1,6}(?:\s*papers?)?[)\]]$/iu
const LONGEST_TOPIC = 100

/** The topic that a heading names; null for one that groups nothing, such as a table of contents or a year. */
export const topicOf = (heading: string): string | null => {
  const text = withoutPictures(heading.slice(0, 4 * LONGEST_TOPIC))
  const topic = text
    .replace(/^[\s#*\-–—•·|>]+/u, '')
    .replace(NUMBERING, '')
    .replace(COUNT, '')
    .replace(/[\s:¶#|*-]+$/u, '')
  if (topic.length < 2 || topic.length > LONGEST_TOPIC || !/\p{L}{2}/u.test(topic)) return null
  return GENERIC.test(topic) || /^awesome\b/iu.test(topic) || isEachWord(topic, isVenue) ? null : topic
}
