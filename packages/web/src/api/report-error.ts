import { ErrorReport, reportError } from '@ipoteka-office/contract/error-reports/error-reports.ts'
import { keep, readKept } from '#lib/kept.ts'
import { logWarning } from '#lib/log.ts'
import { crumbs, earlyReports } from '#lib/unexpected.ts'
import { call } from './call.ts'
import { isExpected } from './failure.ts'
import { sessionExpired, sessionState } from './session.ts'

/** Of a page that does nothing but fail no more is told: twenty different errors are enough to see it. */
const mostOfPage = 20
/** The same error is told once in so long, with the number of times it came meanwhile. */
const foldMs = 10 * 60_000
/** Of errors before sign-in so many are kept until it: the page itself is left for the sign-in meanwhile. */
const mostEarly = 5

const told = new WeakSet<object>()
const known = new Map<string, { until: number; repeats: number }>()

/** Control characters are refused by the server with all that stands around them. */
const plain = (text: string, most: number) => text.replace(/[^\P{Cc}\n\t]|\p{Cs}/gu, ' ').slice(0, most)

const reportOf = (error: Error) => ({
  type: plain(error.name, 100),
  message: plain(error.message, 2_000),
  stack: plain(error.stack ?? '', 16_000),
})

/** How often the error came untold, null when it is not to be told now. */
function repeatsOf(key: string, now: number): number | null {
  const before = known.get(key)
  if (before !== undefined && now < before.until) {
    before.repeats += 1
    return null
  }
  if (before === undefined && known.size >= mostOfPage) return null
  known.set(key, { until: now + foldMs, repeats: 0 })
  return before?.repeats ?? 0
}

/** Tells the server of an error that nobody expected: no refusal of a call, no broken network, no call given up. */
export async function reportUnexpected(error: unknown): Promise<void> {
  if (!(error instanceof Error) || isExpected(error) || told.has(error)) return
  told.add(error)
  if (sessionExpired.get()) return
  const report = reportOf(error)
  const key = [report.type, report.message, report.stack.split('\n')[1]].join('\n')
  const repeats = repeatsOf(key, performance.now())
  if (repeats === null) return
  const body = { ...report, repeats, crumbs: [...crumbs()] }
  // The server takes reports of those who are signed in.
  if (sessionState.get().status === 'OK') await send(body)
  else keepEarly(body)
}

async function send(body: ErrorReport): Promise<void> {
  try {
    await call(reportError, { body }, { quiet: true })
  } catch (failure) {
    logWarning('Сообщение об ошибке не отправлено', failure)
  }
}

const ofVisit = () => sessionStorage

function readEarly(): ErrorReport[] {
  try {
    return ErrorReport.array().parse(JSON.parse(readKept(earlyReports, ofVisit) ?? '[]'))
  } catch {
    // What another version of the product, or somebody by hand, has put there is nobody's report.
    return []
  }
}

function keepEarly(report: ErrorReport): void {
  const early = [...readEarly(), report].slice(0, mostEarly)
  keep(earlyReports, JSON.stringify(early), ofVisit)
}

/** Tells of the errors that came before the person was signed in. */
export async function sendEarly(): Promise<void> {
  const early = readEarly()
  keep(earlyReports, null, ofVisit)
  for (const report of early) await send(report)
}
