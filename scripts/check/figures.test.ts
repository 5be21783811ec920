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
  /\b(interval) '\d+ (?:day|month|year)s?'/,
]

/** Not figures of the business: file → literal → why it may stand in the code. */
const technical: Record<string, Record<string, string>> = {
  'contract/src/common/person/passport.ts': {
    graceDays: 'how passports are renewed, as the check of typing explains it: nothing is decided by it',
    blankYears: 'when a blank was printed, from its number: a property of the paper',
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
  'server/src/features/housekeeping/sweep.repo.ts': { interval: 'housekeeping' },
  'server/src/features/qr/qr.repo.ts': { interval: 'a step of one day' },
  'server/src/features/cases/lists/case-figures.repo.ts': { interval: 'a step of one day' },
  'server/src/features/cases/duplicates/case-duplicates.repo.ts': { interval: 'a unit' },
}

/** Figures that have still to become parameters, or fields of products; nothing new is put here. */
const toLeave: Record<string, readonly string[]> = {
  'contract/src/cases/sections/credit.ts': ['months'],
  'contract/src/cases/sections/first-forms.ts': ['months'],
  'contract/src/cases/sections/loan.ts': ['months'],
  'contract/src/cases/sections/means.ts': ['months'],
  'contract/src/documents/documents.ts': ['expiresSoonDays'],
  'contract/src/employees/employees.ts': ['expiryWarningDays'],
  'contract/src/partners/partners.ts': ['expiringDays'],
  'contract/src/programmes/state-terms.ts': [
    'areaOfLargeLimit',
    'downPayment',
    'largeLimit',
    'lastDay',
    'limit',
    'metropolitanLimit',
    'metropolitanSalary',
    'oldest',
    'oldestAtEnd',
    'pledgeLoanToValue',
    'refinancingLoanToValue',
    'salary',
    'youngFamilyAge',
  ],
  'server/src/features/change-requests/change-requests.repo.ts': ['grantHours', 'requestDays'],
}

/** The declarations themselves, what the demo bank makes up, limits of bodies and retries. */
const isElsewhere = (path: string, name: string) =>
  /\.test\.ts$|\/(?:testing|seed|parameters)\/|schema\.gen/.test(path) ||
  ['bodyLimit', 'retryLimit'].includes(name) ||
  path.includes('/integrations/')

const namesIn = (path: string): string[] => {
  const lines = readFileSync(join(packages, path), 'utf8').split('\n')
  const found = lines.flatMap((line) => signs.flatMap((sign) => sign.exec(line)?.[1] ?? []))
  return [...new Set(found)].filter((name) => !isElsewhere(path, name)).toSorted()
}

test('no figure of the business stands in the code: it is a parameter', () => {
  const files = globSync('{contract,server}/src/**/*.ts', { cwd: packages }).toSorted()
  const found = files.map((path) => [path, namesIn(path)] as const).filter(([, names]) => names.length > 0)
  const known = [...new Set([...Object.keys(technical), ...Object.keys(toLeave)])]
    .toSorted()
    .map((path) => [path, [...Object.keys(technical[path] ?? {}), ...(toLeave[path] ?? [])].toSorted()])
  expect(found).toEqual(known)
})
