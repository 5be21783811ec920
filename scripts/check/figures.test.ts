import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'

const packages = resolve(import.meta.dirname, '../../packages')

/** Literals that look like a figure of the business: a length of time, a bound of the law or of a policy. */
const signs = [
  /\bconst (\w*(?:Days|Hours|Months|Years|Age|Percent)) = [\d_.]+$/,
  /\b(workingDays|workingMinutes): [1-9]/,
  /\b(oldest\w*|\w*Age|salary|\w*Salary|downPayment|limit|\w+Limit|\w+LoanToValue|lastDay): (?:'[\d.-]+'|[\d_]+n?)/,
  /\b(?:termMonths|months|monthsLeft): (months)\('[^']*', \d+/,
  /\.(?:gte?|lte?)\('?(\d\d+)/,
  /\bPercent\.default\('(\d+)/,
  // In SQL: what is added to a day or a moment.
  /\b(interval '[^']+')/,
  /(?:::date|\b(?:today|soon|current_date|now\(\)|(?:date|\w+)_(?:at|on|to|from|until|since)))\)? ([+-] \d+)\b/,
  /\b(make_interval\(\w+ => \d+\))/,
]

/** Not figures of the business: file → literal → why it may stand in the code. */
const technical: Record<string, Record<string, string>> = {
  'contract/src/common/amounts.ts': {
    longestMonths: 'beyond it a term is a slip of the hand: how long a product lends, its version says',
  },
  'contract/src/common/person/passport.ts': {
    graceDays: 'how passports are renewed, as the check of typing explains it: nothing is decided by it',
    blankYears: 'when a blank was printed, from its number: a property of the paper',
  },
  'contract/src/underwriting/bureaus/credit-bureaus.ts': {
    stripMonths: 'how long the strip of delays is in every report of a bureau',
  },
  'contract/src/underwriting/underwriters-list.ts': {
    countedDays: 'what a list counts work over, as the heading of its column says',
  },
  'contract/src/underwriting/underwriting-groups.ts': {
    longestHelpDays: 'beyond it help is a slip of the hand: who is needed for longer joins the group',
  },
  'contract/src/uploads/uploads.ts': { uploadHours: 'housekeeping: how long a broken upload may go on' },
  'server/src/embedded/identity/keys.repo.ts': { signsDays: 'rotation of signing keys' },
  'server/src/features/dashboard/dashboard.rules.ts': {
    chartDays: 'width of a chart',
    riskHours: 'what the desktop colours as near its end',
  },
  'server/src/features/calculator/schedule-terms.ts': {
    shortFirstPeriodDays: 'part of the numbered method of the calculator',
  },
  'server/src/features/document-rules/rule-sets.service.ts': { maxDays: 'how many days are kept in memory' },
  'server/src/features/cases/engine/working-clock.rules.ts': { maxDays: 'where a search gives up' },
  'contract/src/products/version/version-parts.ts': { '100': 'the whole of the debt, in percent' },
  'server/src/features/products/pricing/papers/worked-example.ts': {
    minAge: 'the worked example of the help: nothing is sold by it',
  },
  'server/src/features/products/products-list.repo.ts': { '+ 1': 'until the end of the day' },
  'server/src/features/products/starting-content.rules.ts': {
    minAge: 'what an empty draft begins with: nothing is sold by it before people write their own',
  },
  'server/src/features/access-log/journal.repo.ts': { '+ 1': 'until the end of the day' },
  'server/src/features/underwriting/quality/samples.repo.ts': { '+ 1': 'until the end of the day' },
  'server/src/features/underwriting/fraud/person-signals.rules.ts': {
    plannedDays: 'how passports are renewed: within these days a new one is no sign',
  },
  'server/src/features/housekeeping/sweep.repo.ts': {
    "interval '24 hours'": 'how long a repeated request is known: what the calls promise to other systems',
    "interval '30 days'": 'how long finished exports stay: files of one evening',
    "interval '7 days'": 'how long a compared file of a dictionary stays',
    "interval '180 days'": 'how long read notifications stay',
  },
  'server/src/features/qr/qr.repo.ts': { "interval '1 day'": 'a step of one day' },
  'server/src/features/cases/lists/case-figures.repo.ts': { "interval '1 day'": 'a step of one day' },
  'server/src/features/cases/lists/case-filters.repo.ts': { "interval '1 hour'": 'a unit' },
  'server/src/features/cases/duplicates/case-duplicates.repo.ts': { "interval '1 day'": 'a unit' },
  'server/src/features/notifications/tasks.repo.ts': {
    "interval '1 minute'": 'when a job that no worker took counts as lost',
  },
  'server/src/features/queue/distribution/distribution.repo.ts': {
    "interval '10 minutes'": 'the same notification does not come again so soon',
  },
  'server/src/features/system/system.repo.ts': {
    "interval '1 day'": 'after it the row of a process that was killed is swept away',
  },
  'server/src/db/migrations/217-access-log-months.sql': {
    "interval '1 month'": 'a step of one month',
    "interval '12 months'": 'for how long ahead the journal has its place',
    "interval '1 year'":
      'the guard of the function: younger months are closed by nobody, whatever the parameter says',
  },
  'server/src/features/uploads/uploads.repo.ts': {
    "interval '1 hour'": 'when a check of files that nobody ended is begun again',
  },
  'server/src/http/number-questions.repo.ts': {
    "interval '1 hour'": 'the hour of the guard against guessing',
  },
  'server/src/http/session/user-sessions.repo.ts': {
    "interval '10 hours'": 'how long the identity server keeps a session: after it nobody sits there',
  },
  'server/src/http/session/ended-sessions.repo.ts': { "interval '24 hours'": 'longer than any token lives' },
  'server/src/features/partners/parts/accreditation-warnings.repo.ts': { '+ 1': 'the day after' },
  'server/src/features/partners/parts/accreditation-warnings.service.ts': {
    lateDays: 'for how long a job that did not run is made up for',
  },
}

/** Figures that have still to become parameters, or fields of products; nothing new is put here. */
const toLeave: Record<string, readonly string[]> = {
  // What comes into the queue decided already is closed by the trigger of the queue: terms of stages as they were.
  'server/src/db/migrations/080-one-stage-of-the-queue.sql': [
    "interval '120 days'",
    "interval '30 days'",
    "interval '90 days'",
  ],
}

/** Up to here migrations are of the past: what they said of figures either is in the lists above or is replaced. */
const lastOfPast = 93

/** A migration that has run says what was then; its functions live on only where a later one does not replace them. */
const isPast = (path: string) => {
  const number = /\/migrations\/(\d+)-/.exec(path)?.[1]
  return number !== undefined && Number(number) <= lastOfPast && toLeave[path] === undefined
}

/** The declarations themselves, what the demo bank makes up, limits of bodies and retries. */
const isElsewhere = (path: string, name: string) =>
  /\.test\.ts$|\/(?:testing|seed|parameters)\/|schema\.gen/.test(path) ||
  ['bodyLimit', 'retryLimit'].includes(name) ||
  path.includes('/integrations/')

/** Figures of one line, by what they are called or as they stand. */
const figuresIn = (line: string): string[] =>
  signs.flatMap((sign) => [...line.matchAll(new RegExp(sign, 'g'))].map(([, name = '']) => name))

const namesIn = (path: string): string[] => {
  if (isPast(path)) return []
  const lines = readFileSync(join(packages, path), 'utf8').split('\n')
  const found = lines.flatMap(figuresIn)
  const names: string[] = [...new Set(found)]
  return names.filter((name) => !isElsewhere(path, name)).toSorted()
}

test('no figure of the business stands in the code: it is a parameter', () => {
  const files = globSync('{contract,server}/src/**/*.{ts,sql}', { cwd: packages }).toSorted()
  const found = files.map((path) => [path, namesIn(path)] as const).filter(([, names]) => names.length > 0)
  const known = [...new Set([...Object.keys(technical), ...Object.keys(toLeave)])]
    .toSorted()
    .map((path) => [path, [...Object.keys(technical[path] ?? {}), ...(toLeave[path] ?? [])].toSorted()])
  expect(found).toEqual(known)
})

test('figures are seen in SQL as well', () => {
  expect(figuresIn("WHEN date_to <= today + 30 THEN 'EXPIRING'")).toEqual(['+ 30'])
  expect(figuresIn('AND pr.date_to BETWEEN ${today}::date AND ${today}::date + 30)')).toEqual(['+ 30'])
  expect(figuresIn("a.date_to < ${soon}::date OR a.at > now() - interval '90 days'")).toEqual([
    "interval '90 days'",
  ])
  expect(figuresIn('now() + make_interval(days => 14)')).toEqual(['make_interval(days => 14)'])
  expect(figuresIn('now() + make_interval(days => ${days})')).toEqual([])
})
