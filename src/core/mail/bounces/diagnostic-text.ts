/** What a refusal says is wrong, in the words of mail servers. */
type Diagnosis = 'bad-address' | 'full' | 'policy' | 'passing' | null

/**
 * What providers and servers write, most telling first. Words for unknown users that stand in refusals by policy, too,
 * come after those.
 */
const RULES: readonly (readonly [Exclude<Diagnosis, null>, RegExp])[] = [
  // Exchange Online at its edge, for addresses that its directory does not have.
  ['bad-address', /recipient address rejected: access denied|\bRecip(?:ient)?NotFound\b/iu],
  [
    'full',
    /\bquota\b|mailbox (?:is |size )?(?:full|limit|too large)|mailfolder is full|insufficient (?:system )?storage|over the (?:storage|size) limit|out of storage|disk full|box is full|mailbox full/iu,
  ],
  [
    'passing',
    /\b(?:receiving mail at a rate|receiving mail too quickly|has sent (?:too many|more)|too many (?:messages|connections|emails))\b/iu,
  ],
  ['policy', /\b(?:spamhaus|blacklisted|blocklisted|block list|blacklist|relay access denied)\b/iu],
  [
    'bad-address',
    /\b(?:no such|unknown|non[- ]?existent|invalid|bad|not a valid) (?:user|recipient|mailbox|local part|address|email address|account|destination mailbox|final delivery userid)\b(?! error)/iu,
  ],
  [
    'bad-address',
    /\b(?:user|recipient|mailbox|account|address|addressee)(?: name)?(?: [^\s]{1,100})? (?:is |was |are )?(?:unknown|not found|not listed|invalid|does not exist|doesn't exist|not exist|inactive|disabled|deactivated|suspended|discontinued|expired|no longer (?:active|available|valid|exists?|in use))\b/iu,
  ],
  [
    'bad-address',
    /\b(?:no mailbox (?:here )?by that name|not our customer|doesn't have an? (?:[\w.-]{1,60} )?account|does not have an? (?:[\w.-]{1,60} )?account|isn't (?:available|an? (?:active|known))|unrouteable address|unroutable address|no such person|no valid recipients|address unknown|not found in directory|not listed in (?:domino directory|public name)|couldn't be found|wasn't found at|could not be found|email account that you tried to reach|user has moved|undeliverable address)\b/iu,
  ],
  [
    'bad-address',
    /\b(?:null mx|nullmx|no mx (?:record|found)|(?:host|domain)(?: name| or domain name)?(?: [^\s]{1,255})? (?:does not exist|not found)|nxdomain|no such (?:domain|host)|host unknown|unknown host|couldn't find any host|unable to route)\b/iu,
  ],
  [
    'policy',
    /\b(?:spam|blocked|banned|policy|reputation|dmarc|dkim|spf|rbl|dnsbl|virus|malware|unsolicited|bulk mail|not authenticated|unauthenticated|relaying|not allowed|not permitted|prohibited|access denied|message size|too large|too big|too long|content rejected|message content)\b/iu,
  ],
  [
    'passing',
    /\b(?:temporar\w{2,5}|try again|try later|deferred|greylist\w{0,3}|graylist\w{0,3}|timed? ?out|connection refused|too many|rate limit\w{0,3}|throttl\w{2,5}|busy|retry time|unreachable|expired|not responding)\b/iu,
  ],
  // The words of RFC 5321 for 550; some say no more about an address that they do not have.
  [
    'bad-address',
    /\bmailbox (?:[^\s]{1,100} )?(?:is )?(?:unavailable|not available)\b|\bdelivery to this user is not possible\b/iu,
  ],
]

/** No diagnosis is found deeper than that, and none needs to be. */
const LOOKS_AT = 4_000

/** What a text says is wrong with a delivery; null when it says nothing known. */
export const diagnose = (text: string): Diagnosis => {
  const start = text.slice(0, LOOKS_AT).replaceAll(/\s+/gu, ' ')
  return RULES.find(([, pattern]) => pattern.test(start))?.[0] ?? null
}
