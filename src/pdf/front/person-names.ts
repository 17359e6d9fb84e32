/** Tells names of people from other text on a first page. */

/** Stems of words that name institutions, in any word. */
const INSTITUTION_WITHIN =
  /universi|uniwersytet|prifysgol|hochschul|h[oö]gescho|h[oøö]gsk[ou]|institu|laborator|akademi|academ|[ée]cole\b|zentrum/iu
/** Words, by their beginnings, that stand near names of authors but not in them. */
const NO_NAME_STEM =
  /(?<![\p{L}\p{M}'’‐-])(?:d[eé]p(?:artament|artement|artment|t\b)|dipartiment|facult|fakult|laborat|polit[eé]cni|polytechn|hospital|h[oô]pital|ospedal|klini[kc]|clini[ckq]|observator|technolog|scien[ct]|engineer|division|foundation|ministr|resear|informati|mathemati|physic|chemi(?:cal|str)|biolog|medic(?:al|ine)|nursing|computing|computer|corporation|compan|co-?operativ|facilit|consult|universid|publish|contribut|correspond|equal(?:ly)?\b|abstract|conferenc|journal|proceedings|manuscript|submi(?:t|ssion)|detailed|citable|approv)/iu
/** Whole words of the same kind. */
const NO_NAME_WORD =
  /(?<![\p{L}\p{M}'’‐-])(?:univ|inst|dept|labs?|school|college|colegio|escuela|escola|scuola|cent(?:er|re|ro)|inc|corp|ltd|llc|gmbh|s\.a|group|grupo|team|council|society|agency|bureau|museum|library|campus|trust|programme?|initiative|unit|systems?|networks?|solutions|software|analytics|google|microsoft|facebook|openai|deepmind|amazon|nokia|mozilla|adobe|ibm|street|avenue|road|rd|drive|square|boulevard|way$|uc|as published|publisher|members?|ieee|acm|fellows?|students?|professor|lecturer|postdoctoral|phd|economist|analyst|director|manager|president|officer|scientist|senior|chief|adviser|advisor|board|bank|banco|fund|embassy|office|services?|authority|association|federation|committee|commission|alliance|partners|ventures|industries|pharma|therapeutics|studies|authors?|draft|version|revision|edition|reports?|volume|vol|revised|received|accepted|published|dated?|january|february|march$|april$|june$|july|august$|september|october|november|december|e-?mails?|http|https|www|open access|article|letters|review(?:ed)?|edit(?:ed|or|ors)|paper|series|study|terms|keywords?|introduction|copyright|licen[cs]e|issn|isbn|arxiv|orcid|data|analysis|learning|models?|methods?|theory|and|of|for|the)(?![\p{L}\p{M}])/iu
const PROGRAM = /\bAI\b|\bNLP\b|\bR&D\b/u
const COUNTRY =
  /(?:^|[\s,])(?:USA|U\.S\.A\.|United States(?: of America)?|UK|U\.K\.|United Kingdom|England|Scotland|Wales|India|China|P\.? ?R\.? China|Germany|Deutschland|France|Italy|Italia|Japan|Canada|Bra[sz]il|Spain|España|(?:The )?Netherlands|Switzerland|Australia|Israel|(?:South |Republic of )?Korea|Singapore|Sweden|Norway|Denmark|Finland|Iceland|Pakistan|Bangladesh|Sri Lanka|Nepal|M[eé]xico|Portugal|Austria|Poland|Russia|Ukraine|Greece|Ireland|Belgium|T[uü]rk(?:ey|iye)|Iran|Iraq|Saudi Arabia|Qatar|UAE|Lebanon|Jordan|Taiwan|Hong Kong|New Zealand|Czech Republic|Czechia|Slovakia|Slovenia|Croatia|Serbia|Romania|Bulgaria|Hungary|Estonia|Latvia|Lithuania|Egypt|Morocco|Tunisia|Algeria|Nigeria|Ghana|Kenya|Ethiopia|Uganda|Tanzania|South Africa|Chile|Argentina|Colombia|Peru|Ecuador|Uruguay|Venezuela|Vietnam|Thailand|Malaysia|Indonesia|Philippines|Luxembourg|Cyprus|Malta|[A-Z]{2},? \d{5}(?:-\d{4})?|California|Massachusetts|New York|Connecticut|Texas|Pennsylvania|Washington|Illinois)\.?$/u
const PLACE = /^(?:\p{Lu}{2,3}|(?:\p{Lu}\.){2,4})$/u

const PARTICLE =
  /^(?:d[aeiou]|des|das|dal|degli|lo|dos|del|della|dell['’]|dei|van|von|vom|zu|zum|zur|der|den|het|['’‘]t|d['’]|la|le|las|los|bin|binti|bint|ben|ibn|al|el|y|e|i|ter|ten|te|op|af|av|st\.?|san|santa|mac|nic|ní|ó|ap|an)$/iu
const NAME_PART =
  /^(?:(?:d|l|n|dell?|al|el|an|ad|ash|as|abd|ul)['’‘`-]|[thn](?=\p{Lu})|\p{Lu}\p{Ll}{0,2}\/(?=\p{Lu}\p{Ll}{2}))?\p{Lu}[\p{L}\p{M}]*(?:['’‘`.\u2010\u2011-]+\p{L}[\p{L}\p{M}]*)*\.?$/u
const SUFFIX = /^(?:Jr|Sr|JR|SR|Jun|jr|sr)\.?$|^(?:II|III|IV|V|VI)$|^(?:2nd|3rd|2ND|3RD)$/u
/** Forms of address before a name. */
const ADDRESSED = /^(?:(?:prof(?:essor)?|dr|mr|mrs|ms|sir|ing|dipl)(?:\.\s*|\s+)(?:(?:h\.c|ing|med|rer|nat)\.\s*)*)+/iu
const EASTERN = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}々ー ]+$/u
const EASTERN_INSTITUTION =
  /(?:大学|大學|学院|學院|研究|学部|公司|株式|中心|学校|実験|实验|会社|センター|대학|연구|학교|학과|회사)/u
const DEGREE =
  /^(?:(?:M\.?D|Ph\.?\s?D|Dr\.?\s?(?:rer|med|phil|ing)?|D\.?Phil|M\.?Phil|[BM]\.?\s?(?:Sc|Eng|Tech|Ed|Arch)|MBBS|M\.?B\.?\s?Ch\.?B|MBBCh|[BM]\.?[AS]|R\.?N|B\.?S\.?N|M\.?S\.?N|D\.?N\.?P|P\.?T|D\.?P\.?T|O\.?T|M\.?P\.?H|Dr\.?PH|M\.?B\.?A|M\.?H\.?S|Sc\.?D|D\.?Sc|Pharm\.?D|R\.?Ph|D\.?D\.?S|D\.?M\.?D|D\.?V\.?M|J\.?D|LL\.?[BMD]|Ed\.?D|Psy\.?D|D\.?O|F(?:RCP|RCS|RS|ACC|ACS|AHA|IEEE|AAN|RCPC|RCA)\p{L}*|MRC\p{Lu}+|CPH|MACP|Esq|CFA|P\.?E|PMP)\.?(?:\s*\([^)]*\))?\s*)+$/u
const GRADE =
  /^(?:(?:life|senior|student|graduate|associate|honorary|founding|ordinary)\s+)*(?:fellow|member|affiliate)s?\b[\p{L} ]*$|^(?:IEEE|ACM|OSA|SIAM|AIAA|ASME|SPIE|INFORMS|IET|AMS)$/iu
/** Words before persons who are no authors. */
const OTHER_ROLE =
  /^(?:thesis |academic |handling |associate |guest |scientific |first |second |co-?)*(?:supervis|advis|committee|edit(?:ed|ors?)\b|translat|review(?:ed|ers?)\b|referee|examin|promot[eo]r|contact|correspond|director|chair|communicated|received|mentor|sponsor|read by|presented to|submitted to|prepared for|acknowledg|funding|in memory|dedicated)/iu
/** Groups that are named among persons. */
const GROUP = /\b(?:collaboration|consortium|collaborators|investigators|study group|working group|task force)$/iu
/** Words that institutions and dates have, and families, too: "Simon Bank". */
const FAMILY_TOO =
  /^(?<given>\p{Lu}\p{L}*\.?(?: \p{Lu}\p{L}*\.?){0,2}) (?:Bank|Board|Street|Road|Way|Drive|Square|Fund|March|April|June|August|Fellows?|School|Chief)$/u
/** The legal forms of companies, at the end of their names. */
const COMPANY =
  /\s(?:A\/S|ApS|ASA|AS|AB|Oyj?|GmbH|AG|SE|KG|B\.?V\.?|N\.?V\.?|S\.?A\.?S?|S\.?r\.?l\.?|S\.?p\.?A\.?|(?:Pty\.? |Co\.,? )?Ltd\.?|Limited|LL[CP]|Inc\.?|Corp\.?|Corporation|plc|PLC)$/u
const LONGEST_COMPANY = 100
/** Words before the group for which persons write. */
const ON_BEHALF = /^(?:on behalf of|for) (?:the )?/iu

const partsOf = (text: string): string[] => text.split(' ').filter((part) => part !== '')

/** Whether a text consists of initials. */
export const isInitials = (text: string): boolean => /^(?:\p{Lu}\p{Ll}?\.[ -]?){1,5}$/u.test(text)

const lettersIn = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0

/** Whether a text names an institution, a date or something else that is not a person. */
export const isNotPerson = (text: string): boolean =>
  INSTITUTION_WITHIN.test(text) ||
  NO_NAME_STEM.test(text) ||
  NO_NAME_WORD.test(text) ||
  PROGRAM.test(text) ||
  EASTERN_INSTITUTION.test(text)

/** Whether a text is, or ends with, the name of a country or region. */
export const endsWithPlace = (text: string): boolean => COUNTRY.test(text)

const isEasternName = (text: string): boolean => {
  const signs = text.replaceAll(' ', '')
  return EASTERN.test(text) && signs.length > 1 && signs.length < 8 && !EASTERN_INSTITUTION.test(text)
}

/** Common surnames in Han and Hangul, by which names are told from other words of two or three signs. */
const EASTERN_SURNAME =
  /^(?:欧阳|歐陽|司马|上官|诸葛|[王李张張刘劉陈陳杨楊黄黃赵趙吴吳周徐孙孫马馬朱胡郭何林高梁郑鄭罗羅宋谢謝唐韩韓曹许許邓鄧萧蕭冯馮曾程蔡彭潘袁于董余苏蘇叶葉吕呂魏蒋蔣田杜丁沈姜范江傅钟鍾卢盧汪戴崔任陆陸廖姚方金邱夏谭譚韦韋贾賈邹鄒石熊孟秦阎閻薛侯雷白龙龍段郝孔邵史毛常万萬顾顧赖賴武康贺賀严嚴尹钱錢施牛洪龚龔김이박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노곽성차주우구나진민]) ?/u

/** Whether a name in Han or Hangul begins with a common surname; true for names in other scripts. */
export const hasKnownSurname = (name: string): boolean => !EASTERN.test(name) || EASTERN_SURNAME.test(name)

/** A name without forms of address, degrees and a suffix. */
const bareName = (text: string): string => {
  const parts = partsOf(text.replace(ADDRESSED, ''))
  while (parts.length > 2 && (SUFFIX.test(parts.at(-1) ?? '') || isDegree(parts.at(-1) ?? ''))) parts.pop()
  return parts.join(' ')
}

/** Whether all of a text may be part of a name, such as the first half of one that goes on in the next line. */
export const isPartOfName = (text: string): boolean => {
  const parts = partsOf(text)
  return (
    parts.length > 0 &&
    parts.length < 6 &&
    parts.every((part) => NAME_PART.test(part) || PARTICLE.test(part) || SUFFIX.test(part)) &&
    !isNotPerson(text)
  )
}

/** Whether a text looks like the name of one person. */
export const isPersonName = (text: string): boolean => {
  if (isEasternName(text)) return true
  const parts = partsOf(bareName(text))
  if (SUFFIX.test(parts.at(-1) ?? '')) return false
  if (parts.length < 2 || parts.length > 7 || isNotPerson(text) || GROUP.test(text)) return false
  const named = parts.filter((part) => NAME_PART.test(part))
  return (
    (named.length > 1 || (named.length === 1 && PARTICLE.test(parts[0] ?? ''))) &&
    parts.every((part) => NAME_PART.test(part) || PARTICLE.test(part)) &&
    !PARTICLE.test(parts.at(-1)?.toLowerCase() === parts.at(-1) ? (parts.at(-1) ?? '') : '') &&
    named.some((part) => lettersIn(part) > 1 && !/^(?:\p{Lu}\.)+\p{Lu}?$/u.test(part))
  )
}

/** Longer texts are no list of degrees. */
const LONGEST_DEGREES = 60

export const isDegree = (text: string): boolean => text.length < LONGEST_DEGREES && DEGREE.test(text)

/** The grade of a member of a society, or the name of the society. */
export const isGrade = (text: string): boolean => GRADE.test(text)

export const isSuffix = (text: string): boolean => SUFFIX.test(text)

/** Abbreviations of regions and countries. */
export const isShortPlace = (text: string): boolean => PLACE.test(text)

/** Whether a text says that the names with it, or below it, are not of authors, such as "Edited by". */
export const namesOtherRole = (text: string): boolean => OTHER_ROLE.test(text)

export const isGroupName = (text: string): boolean => GROUP.test(text)

/** Whether a text may be a name, although its last word is one of institutions. */
export const hasFamilyOfInstitutions = (text: string): boolean => {
  const given = FAMILY_TOO.exec(text)?.groups?.given
  return given !== undefined && !isNotPerson(given)
}

/** Whether a text is the name of a company with its legal form. */
export const isCompany = (text: string): boolean =>
  text.length < LONGEST_COMPANY && /^\p{Lu}/u.test(text) && COMPANY.test(text)

export const isOnBehalf = (text: string): boolean => ON_BEHALF.test(text)

const capitalized = (part: string): string =>
  part.toLowerCase().replaceAll(/(?<=^|['’‘.\u2010\u2011-])\p{L}/gu, (letter) => letter.toUpperCase())

/** A part of a name in capitals, in normal case; initials and numbers stay. */
const plainPart = (part: string, index: number): string => {
  if (/^(?:II|III|IV|VI)$/u.test(part) || /^(?:\p{Lu}\.?-?)$/u.test(part) || /^(?:\p{Lu}\.-?)+$/u.test(part))
    return part
  if (index > 0 && PARTICLE.test(part)) return part.toLowerCase()
  return capitalized(part)
}

/** A name without forms of address and degrees, and in normal case if it is printed in capitals. */
export const plainName = (text: string): string => {
  const given = partsOf(text.replace(ADDRESSED, ''))
  while (given.length > 2 && isDegree(given.at(-1) ?? '') && !SUFFIX.test(given.at(-1) ?? '')) given.pop()
  const name = given.join(' ')
  if (isEasternName(name)) return /^\p{Script=Han}(?: \p{Script=Han})+$/u.test(name) ? name.replaceAll(' ', '') : name
  return name === name.toUpperCase() ? given.map(plainPart).join(' ') : name
}

/** Letters of a text in lower case and without accents, for comparisons. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}]+/gu, '')

/** The last word of a name that is no suffix, as letters. */
export const surnameOf = (name: string): string => {
  const parts = partsOf(name).filter((part, index) => index === 0 || !SUFFIX.test(part))
  return lettersOf(parts.at(-1) ?? '')
}
