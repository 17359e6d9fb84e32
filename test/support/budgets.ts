/**
 * How deep the tests look: the only place of such numbers. `npm test` takes the quick ones, `npm run test:thorough` sets
 * TEST_DEPTH=thorough. A quick one may be small because the thorough run follows it in the pipeline; test/budgets.test.ts fails when
 * one of either kind falls below that of the last release.
 */

type Budget = { quick: number; thorough: number; why: string }

const table = {
  serverKills: { quick: 3, thorough: 40, why: 'no failure in n kills bounds the rate of failures at 3/n' },
  ingestKills: { quick: 1, thorough: 40, why: 'as serverKills; at most as many, because both happen in one test' },
  sessionKills: { quick: 2, thorough: 40, why: 'as serverKills: every other kill takes the client, too' },
  fileImportKills: {
    quick: 1,
    thorough: 10,
    why: 'as serverKills; each is followed by a restart with the page opened again',
  },
  sendingKills: { quick: 1, thorough: 40, why: 'as serverKills, on each engine' },
  backupKills: { quick: 2, thorough: 40, why: 'as serverKills; beside a server that takes submissions' },
  upgradeKills: { quick: 2, thorough: 40, why: 'as serverKills; each is followed by an upgrade to its end' },
  diskFaults: { quick: 8, thorough: 120, why: 'a full disk or an error at each write and sync of a day in its turn' },
  submissionsWatched: {
    quick: 8,
    thorough: 200,
    why: 'on disk before they are answered; the order is always the same',
  },
  papersIngestedBesideServer: { quick: 8_000, thorough: 8_000, why: 'long enough to hold up others, if it does' },

  requestsOnSqlite: { quick: 200, thorough: 4_000, why: 'by chance, 4,000 leave out nothing of the contract' },
  requestsOnPostgres: { quick: 50, thorough: 4_000, why: 'the same; each statement is a round trip' },
  requestsToMissing: { quick: 0, thorough: 200, why: 'to operations that have not succeeded, up to ten times' },
  toolCalls: { quick: 60, thorough: 1_200, why: '1,200 answer every tool of /mcp' },
  toolMessages: { quick: 40, thorough: 800, why: '800 see each status of /mcp' },
  searchesInModel: { quick: 200, thorough: 4_000, why: 'searches that a plain model answers, too' },
  listsWalked: { quick: 10, thorough: 200, why: 'each walk takes many requests' },
  pairsOfWords: { quick: 40, thorough: 800, why: 'each pair is some fifteen searches' },
  followedInModel: { quick: 120, thorough: 2_400, why: 'followed searches, each compared with a search' },
  papersAccepted: { quick: 20, thorough: 400, why: 'any valid paper; each is submitted, accepted, read and found' },
  papersListed: { quick: 60, thorough: 120, why: 'the order of a list; more than a page of the API by default' },
  papersRefused: { quick: 80, thorough: 1_600, why: 'any paper with one error' },
  roundsOfEmails: { quick: 2, thorough: 100, why: 'rounds of up to 8 forms that try to add headers, for each form' },
  piecesForParsers: { quick: 3, thorough: 20, why: 'repeated text that could cost a parser quadratic time' },
  piecesForFormats: { quick: 1, thorough: 20, why: 'the same in each value of a record of each format' },
  cheapProperties: { quick: 5_000, thorough: 50_000, why: 'inputs of a pure function that takes microseconds' },
  properties: { quick: 1_000, thorough: 10_000, why: 'inputs of a pure function, larger ones' },
  costlyProperties: { quick: 300, thorough: 3_000, why: 'inputs that take a millisecond or more' },

  megabytesOfNotices: {
    quick: 3,
    thorough: 75,
    why: 'more than the table of Retraction Watch has, and than a page may have',
  },

  operationsOnBothEngines: { quick: 500, thorough: 2_000, why: 'the same results from SQLite and PostgreSQL' },
  rankedQuestions: { quick: 80, thorough: 300, why: 'the same hits in the same order on both engines' },
  papersPlannedFor: { quick: 100, thorough: 3_000, why: 'plans depend on how large tables are' },
  quotations: { quick: 25, thorough: 250, why: 'true ones, and as many with one word changed' },
  papersPending: { quick: 2_000, thorough: 10_000, why: 'a page of the queue costs the same however many wait' },
  stepsBeforeDump: { quick: 40, thorough: 400, why: 'history of a library that is then dumped' },
  stepsFollowed: { quick: 80, thorough: 800, why: 'history of a library that is copied by its changes' },
  stepsOfEvidence: { quick: 120, thorough: 1_000, why: 'history of a library whose texts rest on its papers' },
  stepsReplayed: {
    quick: 30,
    thorough: 200,
    why: 'ten papers a step; beside 120 claims, each of which breaks in a step of its own or not at all',
  },
  searchesFollowed: { quick: 28, thorough: 1_000, why: 'over nine days; 1,000 is what an operator may have' },
  papersCompared: { quick: 12, thorough: 1_000, why: 'all that an upgraded library answers about each' },
  daysOfDigestsInProcesses: {
    quick: 1,
    thorough: 9,
    why: 'days whose digests several processes make, one of them killed',
  },

  appearances: {
    quick: 2,
    thorough: 4,
    why: 'quick: wide and light, narrow and dark; thorough: both themes in both widths',
  },
  widthsLaidOut: { quick: 0, thorough: 3, why: 'windows whose boxes are compared with recorded ones' },
  appearancesByAllRules: { quick: 1, thorough: 4, why: 'in others only what a theme or a width can change' },
  contrastOfEveryText: { quick: 0, thorough: 1, why: '0: of texts that look alike, contrast is measured once' },
} as const satisfies Record<string, Budget>

export type BudgetName = keyof typeof table

export const budgets: Readonly<Record<BudgetName, Budget>> = table

const depthOf = (text = 'quick'): 'quick' | 'thorough' => {
  if (text === 'quick' || text === 'thorough') return text
  throw new Error(`TEST_DEPTH must be quick or thorough, not ${text}`)
}

const depth = depthOf(process.env.TEST_DEPTH)

/** Larger budgets for one run, such as those of `npm run prove`: TEST_BUDGETS=serverKills=500,sendingKills=90. */
const raisedBy = (text = ''): Map<string, number> =>
  new Map(
    text
      .split(',')
      .filter(Boolean)
      .map((each): [string, number] => {
        const [name = '', value = ''] = each.split('=')
        const least = Object.hasOwn(budgets, name) ? budgets[name as BudgetName][depth] : null
        if (least === null || !/^\d{1,9}$/u.test(value) || Number(value) < least)
          throw new Error(`TEST_BUDGETS raises budgets, such as serverKills=500; ${each} does not`)
        return [name, Number(value)]
      }),
  )

const raised = raisedBy(process.env.TEST_BUDGETS)

/** Some assertions hold only of many inputs. */
export const isThorough = depth === 'thorough'

export const budget = (name: BudgetName): number => raised.get(name) ?? budgets[name][depth]
