import { getUnassignedSummary } from '@ipoteka-office/contract/queue/unassigned.ts'
import {
  type Approver,
  findEmployeesByFullName,
  getApprover,
  getApproverStatistics,
  listApproverHistory,
  listApprovers,
  previewRedistribution,
  saveApprover,
} from '@ipoteka-office/contract/approvers/approvers.ts'
import { toPage } from '@ipoteka-office/contract/common/page.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import {
  listNotifications,
  listTasks,
  readNotifications,
} from '@ipoteka-office/contract/notifications/notifications.ts'
import { filterPartners, listPartners } from '@ipoteka-office/contract/partners/partner-names.ts'
import {
  getExternalLink,
  listLoanApplicationLevels,
  listLoanApplicationStatuses,
  listRegions,
  listWorkStatuses,
} from '@ipoteka-office/contract/references/reference-options.ts'
import { searchEverywhere } from '@ipoteka-office/contract/search/search.ts'
import { getOperations, getUserByLogin } from '@ipoteka-office/contract/session/session.ts'
import { readTogether } from '@ipoteka-office/contract/together/together.ts'
import {
  getSettings,
  listSavedViews,
  saveSettings,
  UserSettings,
} from '@ipoteka-office/contract/views/views.ts'
import { delay, getResponse, type HttpHandler, HttpResponse, http } from 'msw'
import { apiBase } from '#api/address.ts'
import * as bank from './stub-bank.ts'

const delayMs = 1_000

interface StubRequest {
  readonly params: Readonly<Record<string, string>>
  readonly body: Record<string, unknown>
}

/** Answers an endpoint of the contract after a second (specification 2 §9). */
function stub(endpoint: EndpointSpec, answer: (request: StubRequest) => unknown): HttpHandler {
  const method = endpoint.method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'
  return http[method](`${apiBase}${endpoint.path}`, async ({ request, params }) => {
    await delay(delayMs)
    const body: unknown = request.method === 'GET' ? {} : await request.json()
    const reply = answer({
      params: params as Record<string, string>,
      body: body as Record<string, unknown>,
    })
    return reply === undefined
      ? HttpResponse.json({ message: 'Страница не найдена' }, { status: 404 })
      : HttpResponse.json(reply as object)
  })
}

/** Reads that go together, each answered by its own stub. */
const together = http.post(`${apiBase}${readTogether.path}`, async ({ request }) => {
  const { reads } = readTogether.body.parse(await request.json())
  const lines = await Promise.all(
    reads.map(async ({ method, path, body }, at) => {
      const alone = new Request(new URL(apiBase + path, request.url), {
        method,
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      })
      const response = await getResponse(stubHandlers, alone)
      const answer: unknown = await response?.json()
      return `${JSON.stringify({ at, status: response?.status ?? 501, requestId: 'stub', body: answer ?? null })}\n`
    }),
  )
  return new HttpResponse(lines.join(''), { headers: { 'content-type': 'application/x-ndjson' } })
})

const page = <T>(rows: T[]) => toPage(rows, rows.length, { page: 0, size: 20 })
const nameOf = ({ lastName, firstName, middleName }: Approver) => `${lastName} ${firstName} ${middleName}`
const find = (id: string | undefined) => bank.approvers.find((approver) => approver.id === Number(id))
const countOf = (status: Approver['workStatus']) =>
  bank.approvers.filter(({ workStatus }) => workStatus === status).length

/** Everything the stub answers; any other address under /api is rejected. */
export const stubHandlers: HttpHandler[] = [
  together,
  stub(getUserByLogin, () => bank.stubUser),
  stub(getOperations, () => bank.stubOperations),
  stub(getSettings, () => UserSettings.parse({})),
  stub(saveSettings, ({ body }) => UserSettings.parse(body)),
  stub(listSavedViews, () => []),
  stub(listNotifications, () => ({ ...page([]), unread: 0 })),
  stub(readNotifications, () => ({ unread: 0 })),
  stub(listTasks, () => []),
  stub(searchEverywhere, () => []),
  stub(getExternalLink, ({ params }) => ({
    code: params.referenceCode,
    name: 'База знаний',
    link: 'https://example.com/',
  })),
  stub(listLoanApplicationLevels, () => bank.levels),
  stub(listLoanApplicationStatuses, () => bank.statuses),
  stub(listRegions, () => bank.regions),
  stub(listWorkStatuses, () => bank.workStatusOptions),
  stub(listPartners, () => bank.partners),
  stub(filterPartners, () => page(bank.partners)),
  stub(listApprovers, () => page(bank.approvers)),
  stub(getApproverStatistics, () => ({
    allEmployeesCount: bank.approvers.length,
    activeEmployeesCount: countOf('ACTIVE'),
    inactiveEmployeesCount: countOf('INACTIVE'),
    pauseEmployeesCount: countOf('PAUSE'),
  })),
  stub(getUnassignedSummary, () => ({ count: 0, ready: 0, reasons: {} })),
  stub(findEmployeesByFullName, () =>
    bank.approvers.map((approver) => ({ id: approver.id, fullName: nameOf(approver) })),
  ),
  stub(listApproverHistory, () => page([])),
  stub(previewRedistribution, () => ({ total: 0, recipients: [], unassigned: 0 })),
  stub(getApprover, ({ params }) => find(params.id)),
  stub(saveApprover, ({ params, body }) => {
    const found = find(params.id)
    return found && Object.assign(found, body, { version: found.version + 1 })
  }),
  http.all(`${apiBase}/*`, async ({ request }) => {
    await delay(delayMs)
    const { pathname } = new URL(request.url)
    return HttpResponse.json(
      { message: `Заглушка не знает адреса ${request.method} ${pathname}` },
      { status: 501 },
    )
  }),
]
