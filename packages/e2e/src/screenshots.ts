import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { freePort, Product } from '../../server/src/testing/processes/product.ts'
import { activeApprover } from './approver.ts'
import { Bank } from './bank.ts'
import { launchBrowser } from './browser.ts'
import { someApplication } from './document-rule.ts'
import { documentsOf, documentsPath, noise, ownApplication, putFile } from './documents.ts'
import { underwrittenApplication } from './full-application.ts'
import { type DemoLogin, signIn } from './sign-in.ts'
import { Traffic } from './traffic.ts'

const target = resolve(import.meta.dirname, '../../../screenshots')
const sizes = { '1440x900': { width: 1440, height: 900 }, '1024x768': { width: 1024, height: 768 } }
const themes = ['light', 'dark'] as const
const traffic = new Traffic()

interface Shot {
  readonly name: string
  readonly path: string
  /** Null: nobody is signed in. */
  readonly login: DemoLogin | null
  readonly act?: (page: Page) => Promise<void>
}

const open = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).click()
  await page.getByRole('dialog').waitFor()
}

const editRow = (page: Page) =>
  page
    .getByRole('button', { name: /^Изменить: / })
    .first()
    .click()

async function openTree(page: Page): Promise<void> {
  for (const at of [0, 1])
    await page
      .getByRole('button', { name: /^Развернуть: / })
      .nth(at)
      .click()
}

/** Documents of the demo partner, and an application that has the same ones. */
async function documentsShots(bank: Bank): Promise<Shot[]> {
  const { documents } = await documentsOf(bank, { ownerType: 'PARTNER', ownerId: 2 })
  const shown = documents.find(({ files }) => files[0]?.contentType === 'application/pdf') ?? documents[0]
  const owner = await ownApplication(bank)
  await putFile(bank, owner, { name: 'паспорт.png', bytes: noise(60, 80) }, { typeCode: 'PASSPORT_RF' })
  await putFile(bank, owner, { name: 'справка о доходах.png', bytes: noise(60, 80, 2) })
  const tab = '/partner-edit/2?tab=documents'
  return [
    { name: 'documents', path: tab, login: 'admin' },
    { name: 'document', path: `${tab}&document=${shown?.id}`, login: 'admin' },
    { name: 'file', path: `/fileView/${shown?.id}/${shown?.files[0]?.storageId}`, login: 'admin' },
    { name: 'application-documents', path: documentsPath(owner), login: 'admin' },
  ]
}

async function listShots(bank: Bank): Promise<Shot[]> {
  const approver = await activeApprover(bank, 'nis', 0)
  const card = `/workload-employee/nis/${approver.id}`
  const application = encodeURIComponent(await someApplication(bank))
  const { id: caseId } = await underwrittenApplication(bank)
  const list = '/list-workload-employees/nis'
  return [
    { name: 'sign-in', path: '/', login: null },
    { name: 'home', path: '/', login: 'admin' },
    {
      name: 'menu',
      path: '/',
      login: 'admin',
      act: (page) => page.getByRole('button', { name: /меню/i }).first().click(),
    },
    { name: 'search', path: '/', login: 'admin', act: (page) => page.keyboard.press('Control+k') },
    { name: 'approvers-nis', path: list, login: 'admin' },
    { name: 'approvers-oic', path: '/list-workload-employees/oic', login: 'admin' },
    {
      name: 'approvers-chosen',
      path: list,
      login: 'admin',
      act: (page) => page.locator('tbody input').first().check(),
    },
    { name: 'approvers-columns', path: list, login: 'admin', act: open('Столбцы') },
    { name: 'approvers-unassigned', path: list, login: 'admin', act: open(/^Нераспределённые/) },
    { name: 'approvers-empty', path: `${list}?employees=2147483`, login: 'admin' },
    { name: 'approvers-forbidden', path: list, login: 'support' },
    { name: 'approver', path: card, login: 'admin' },
    {
      name: 'approver-mistakes',
      path: card,
      login: 'admin',
      act: (page) => page.getByLabel('Лимит', { exact: true }).fill(''),
    },
    { name: 'approver-missing', path: '/workload-employee/nis/2000000000', login: 'admin' },
    { name: 'references', path: '/references', login: 'admin' },
    { name: 'references-items', path: '/references?dictionary=docType', login: 'admin' },
    { name: 'references-tree', path: '/references?dictionary=landUsageType', login: 'admin', act: openTree },
    { name: 'references-row', path: '/references?dictionary=decisionLimit', login: 'admin', act: editRow },
    { name: 'references-enumeration', path: '/references?dictionary=enum/PledgeType', login: 'admin' },
    {
      name: 'references-description',
      path: '/references?dictionary=docType',
      login: 'admin',
      act: open('Описание'),
    },
    { name: 'references-load', path: '/references?dictionary=currency&load=new', login: 'admin' },
    { name: 'blacklist', path: '/blacklist/individuals/viewAll?tab=acting', login: 'security' },
    { name: 'blacklist-entry', path: '/blacklist/individuals/view/1', login: 'security' },
    { name: 'blacklist-edit', path: '/blacklist/individuals/edit/new', login: 'security' },
    { name: 'blacklist-firms', path: '/blacklist/legalPersons/viewAll', login: 'compliance' },
    { name: 'underwriting-employees', path: '/underwriting-employees', login: 'uw-head' },
    { name: 'authority-list', path: '/blacklist-load/authority/new', login: 'compliance' },
    { name: 'insurance-shares', path: '/insurance-distribution', login: 'workload' },
    { name: 'insurance-loan-shares', path: '/insurance-loan-distribution', login: 'workload' },
    { name: 'insurance-tariffs', path: '/insurance-distribution?tab=tariffs', login: 'uw-head' },
    { name: 'compliance', path: '/compliance', login: 'compliance' },
    { name: 'underwriting-groups', path: '/underwriting-groups', login: 'uw-head' },
    { name: 'underwriting-group', path: '/underwriting-group-card/1', login: 'uw-head' },
    { name: 'underwriting-card', path: '/underwriting-card/3', login: 'uw-head' },
    { name: 'underwriting-statistics', path: '/underwriting-all?part=statistics', login: 'uw-head' },
    { name: 'underwriting-quality', path: '/underwriting-all?part=quality', login: 'uw-head' },
    { name: 'underwriting-scorecards', path: '/underwriting-all?part=scorecards', login: 'uw-head' },
    { name: 'blacklist-phones', path: '/blacklist/phones/viewAll', login: 'underwriter' },
    { name: 'parameters', path: '/parameters', login: 'admin' },
    { name: 'assignment-leads', path: '/responsible-assignment-config', login: 'admin' },
    { name: 'assignment-qr', path: '/assignment-rules', login: 'admin' },
    { name: 'max-rate-control', path: '/max-rate-control', login: 'uw-head' },
    { name: 'max-rate-forecast', path: '/max-rate-control?part=forecast', login: 'uw-head' },
    { name: 'parameters-compare', path: '/parameters/compare?from=2025-08-31', login: 'admin' },
    { name: 'parameter', path: '/parameter/cooling-off', login: 'admin' },
    { name: 'parameter-new', path: '/parameter/cooling-off', login: 'admin', act: open('Новое значение') },
    { name: 'feature-toggles', path: '/featureToggle', login: 'admin' },
    { name: 'products', path: '/products', login: 'product' },
    { name: 'loan-products', path: '/loan-products', login: 'product' },
    { name: 'feature-toggle-new', path: '/featureToggle/new', login: 'admin' },
    { name: 'roles', path: '/roles', login: 'admin' },
    { name: 'role', path: '/roles?role=3', login: 'admin' },
    { name: 'roles-person', path: '/roles?mode=person&person=3', login: 'admin' },
    { name: 'roles-who', path: '/roles?mode=who&objectType=UserRole&operation=Update', login: 'admin' },
    { name: 'roles-why', path: '/roles?mode=why&person=3&objectType=Qr&operation=Check', login: 'admin' },
    { name: 'roles-compare', path: '/roles?mode=compare&first=1&second=7', login: 'admin' },
    { name: 'roles-menu', path: '/roles?mode=menu&role=3', login: 'admin' },
    { name: 'roles-requests', path: '/roles?mode=requests', login: 'admin' },
    { name: 'roles-groups', path: '/roles?mode=groups', login: 'admin' },
    { name: 'document-rules', path: '/documentAdmin', login: 'admin' },
    { name: 'document-rules-coverage', path: '/documentAdmin?mode=coverage', login: 'admin' },
    {
      name: 'document-rules-check',
      path: `/documentAdmin?mode=check&number=${application}`,
      login: 'admin',
    },
    { name: 'document-rules-issues', path: '/documentAdmin?mode=issues', login: 'admin' },
    { name: 'document-rule', path: '/document-edit/15/COMPLETENESS', login: 'admin' },
    {
      name: 'document-rule-versions',
      path: '/document-edit/15/COMPLETENESS',
      login: 'admin',
      act: open('Все версии и сравнение'),
    },
    { name: 'document-rule-new', path: '/document-edit/new/SIGNERS', login: 'admin' },
    { name: 'calculator', path: '/calculator', login: 'admin' },
    { name: 'calculator-saved', path: '/calculator?tab=saved', login: 'admin' },
    { name: 'calculator-batch', path: '/calculator?tab=batch', login: 'admin' },
    { name: 'leads', path: '/leads', login: 'admin' },
    { name: 'applications', path: '/applications/all/false', login: 'admin' },
    { name: 'short-application-new', path: '/short-app-edit/new', login: 'agent' },
    ...['CREDIT', 'EMPLOYMENT', 'REVIEW'].map((section) => ({
      name: `full-application-${section.toLowerCase()}`,
      path: `/full-app-edit/${caseId}?section=${section}`,
      login: 'underwriter' as const,
    })),
    { name: 'application-checks', path: '/application-checks', login: 'underwriter' },
    { name: 'calendar', path: '/calendar?year=2026', login: 'admin' },
    { name: 'qr', path: '/qr', login: 'admin' },
    { name: 'qr-code', path: '/qr/1', login: 'admin' },
    { name: 'qr-new', path: '/qr/new', login: 'admin' },
    { name: 'partners', path: '/partners', login: 'admin' },
    { name: 'partner-new', path: '/partners', login: 'admin', act: open('Создать партнёра') },
    { name: 'partner', path: '/partner/2', login: 'admin' },
    { name: 'employee-new', path: '/partner-employees/2', login: 'admin', act: open('Создать сотрудника') },
    ...['main', 'branches', 'accounts', 'contacts', 'regions', 'roles', 'rates', 'links', 'description'].map(
      (tab) => ({ name: `partner-${tab}`, path: `/partner-edit/2?tab=${tab}`, login: 'admin' as const }),
    ),
    { name: 'partner-own-roles', path: '/partner-edit/4?tab=roles', login: 'partner-admin' },
    ...(await documentsShots(bank)),
    { name: 'tasks', path: '/tasks?tab=ALL', login: 'underwriter' },
    { name: 'business-process', path: `/business-process/${caseId}`, login: 'underwriter' },
    { name: 'underwriting-total', path: `/underwriting-total/${caseId}`, login: 'underwriter' },
    { name: 'underwriting-fraud', path: `/underwriting-fraud/${caseId}`, login: 'security' },
    {
      name: 'underwriting-fraud-connections',
      path: `/underwriting-fraud/${caseId}?part=connections`,
      login: 'security',
    },
    { name: 'case-versions', path: `/case-versions/${caseId}`, login: 'underwriter' },
    { name: 'access-log', path: '/access-log', login: 'admin' },
    { name: 'system', path: '/system', login: 'admin' },
    { name: 'organisation-loads', path: '/organisation-loads', login: 'admin' },
    { name: 'bank-readiness', path: '/bank-readiness', login: 'admin' },
    { name: 'notifications', path: '/notifications', login: 'admin' },
    { name: 'coming-soon', path: '/contracts', login: 'admin' },
    { name: 'not-found', path: '/no-such-page', login: 'admin' },
    { name: 'refused-norole', path: '/', login: 'norole' },
    { name: 'refused-blocked', path: '/', login: 'blocked' },
    { name: 'signed-out', path: '/logout', login: null },
    { name: 'api', path: '/api/docs', login: null },
  ]
}

async function window(
  browser: Browser,
  url: string,
  login: DemoLogin | null,
  theme: 'light' | 'dark',
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'ru-RU',
    timezoneId: 'Europe/Moscow',
    colorScheme: theme,
  })
  const page = await context.newPage()
  traffic.watch(page)
  if (login === null) return page
  await page.goto('/')
  await signIn(page, login)
  await page.waitForURL((address) => !address.pathname.startsWith('/auth/'))
  return page
}

async function takeOne(page: Page, shot: Shot, suffix: string): Promise<void> {
  await page.goto(shot.path)
  await traffic.quiet(page)
  await shot.act?.(page)
  await traffic.quiet(page)
  // What fades in must have come to rest.
  await page.waitForTimeout(700)
  await page.screenshot({ path: join(target, `${shot.name}-${suffix}.png`) })
}

async function take(browser: Browser, url: string, shots: readonly Shot[]): Promise<number> {
  let taken = 0
  for (const login of new Set(shots.map((shot) => shot.login)))
    for (const theme of themes) {
      const page = await window(browser, url, login, theme)
      const own = shots.filter((each) => each.login === login)
      const pairs = Object.entries(sizes).flatMap(([size, viewport]) =>
        own.map((shot) => ({ size, viewport, shot })),
      )
      for (const { size, viewport, shot } of pairs) {
        await page.setViewportSize(viewport)
        await takeOne(page, shot, `${size}-${theme}`)
        taken += 1
      }
      await page.context().close()
    }
  return taken
}

const given = process.env.E2E_URL
const place = mkdtempSync(join(tmpdir(), 'ipoteka-screenshots-'))
const product = new Product({
  dataDir: join(place, 'data'),
  port: given === undefined ? await freePort() : 0,
})
const browser = await launchBrowser()
mkdirSync(target, { recursive: true })
try {
  if (given === undefined) await product.start(120)
  const url = given ?? product.url
  const taken = await take(browser, url, await listShots(new Bank(url)))
  console.log(`Снимков: ${taken}, папка screenshots/`)
} finally {
  await browser.close()
  await product.stop()
  rmSync(place, { recursive: true, force: true })
}
