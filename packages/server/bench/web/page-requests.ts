import type { Measured } from '../browser.ts'
import { table } from '../report.ts'
import type { FirstPageMessage, PageRequests } from './first-page.ts'

/** Opens pages of the running product in a browser and counts what they ask. */
export const countRequests = ({ url, ask }: Measured): Promise<readonly PageRequests[]> =>
  ask('page-requests.ts', { url, rounds: 1 } satisfies FirstPageMessage)

const callsOf = ({ calls }: PageRequests) => calls.reduce((sum, { reads }) => sum + (reads.length || 1), 0)

/** The counts as a table of the report. */
export function describeRequests(all: readonly PageRequests[]): string {
  const cells = all.map((one) => [
    one.name,
    String(one.calls.length),
    String(one.limit),
    String(callsOf(one)),
  ])
  return `Сколько запросов к API уходит с адреса, набранного заново, до тишины, вместе с оболочкой страницы; чтения одного мгновения едут одним запросом, в последнем столбце они посчитаны по одному:

${table(['что', 'запросов', 'граница', 'вызовов в них'], cells)}`
}

/** What took more requests than it may. */
export const missedRequests = (all: readonly PageRequests[]): string[] =>
  all
    .filter(({ calls, limit }) => calls.length > limit)
    .map(({ name, calls }) => `${name}: запросов ${calls.length}`)
