import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import Fastify from 'fastify'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
// With these every file is loaded that declares a figure.
import '#serve.ts'
import './tracing/counting-exporter.ts'
import { serveHealth } from '#http/service-routes.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { measureQueues } from '#jobs/job-metrics.ts'
import { measureWork } from '#features/system/work-metrics.ts'
import { underwritten } from '#testing/questionnaires.ts'
import { sql } from 'kysely'
import { askedGauges, metrics } from './metrics.ts'

const root = resolve(import.meta.dirname, '../../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

async function shown(pool = new pg.Pool()): Promise<string> {
  const app = Fastify()
  serveHealth(app, { pool, production: false, metricsToken: null })
  const { statusCode, body } = await app.inject('/metrics')
  expect(statusCode).toBe(200)
  await app.close()
  return body
}

/** What is asked of Prometheus: the rules, and the panels and lists of the dashboards. */
const rules = read('deploy/prometheus/rules.yaml')
const ruleExpressions = [...rules.matchAll(/^ {8}expr: (?:"(.*)"|'(.*)'|([^'"].*))$/gm)].map(
  ([, double, single, plain = '']) => double ?? single?.replaceAll("''", "'") ?? plain,
)
const recorded = [...rules.matchAll(/^ {6}- record: (\S+)$/gm)].map(([, name = '']) => name)
const alerts = [...rules.matchAll(/^ {6}- alert: (\S+)$/gm)].map(([, name = '']) => name)
interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
interface Dashboard {
  readonly panels: readonly Panel[]
  readonly templating: { readonly list: readonly { readonly definition?: string }[] }
}
const dashboards = readdirSync(join(root, 'deploy/grafana')).map(
  (name) => JSON.parse(read(`deploy/grafana/${name}`)) as Dashboard,
)
const panelExpressions = dashboards.flatMap(({ panels, templating }) => [
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
  ...templating.list.flatMap(({ definition }) => definition ?? []),
])

/** Metrics of an expression, each with the labels that it is asked by. */
function namedIn(expression: string): { name: string; labels: string[] }[] {
  const named: { name: string; labels: string[] }[] = []
  const bare = expression
    .replace(/"[^"]*"/g, '""')
    .replace(/\b(?:by|without|on|ignoring|group_left|group_right) ?\([^)]*\)/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\boffset \w+/g, '')
  for (const [, name = '', selector = ''] of bare.matchAll(/([a-zA-Z_:][\w:]*)(?:\{([^}]*)\})?(?!\w*\s*\()/g))
    if (!/^(?:and|or|unless|bool|e\d+|instance)$/.test(name))
      named.push({
        name,
        labels: [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
      })
  return named
}
/** Every label by which an expression groups. */
const groupedBy = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:by|on) ?\(([^)]*)\)/g)].flatMap(([, list = '']) =>
    list.split(',').map((one) => one.trim()),
  )

const ofPrometheus = new Set(['job', 'instance'])

describe('rules and dashboards', () => {
  let declared: Map<string, ReadonlySet<string>>
  beforeAll(async () => {
    const text = await shown()
    const labels = new Map<string, string[]>()
    for (const one of metrics.getMetricsAsArray()) {
      const { name, labelNames } = one as unknown as { name: string; labelNames: string[] }
      labels.set(name, labelNames)
    }
    declared = new Map([['up', new Set()]])
    for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm)) {
      const own =
        labels.get(name) ??
        [...text.matchAll(new RegExp(`^${name}\\{(\\w+)=`, 'gm'))].map(([, one = '']) => one)
      declared.set(name, new Set(own))
      if (kind !== 'histogram') continue
      for (const [end, more] of [
        ['_bucket', ['le']],
        ['_sum', []],
        ['_count', []],
      ] as const)
        declared.set(name + end, new Set([...own, ...more]))
    }
  })

  it('are all read', () => {
    expect(ruleExpressions).toHaveLength(recorded.length + alerts.length)
    expect([alerts.length, panelExpressions.length > 30, declared.size > 40]).toEqual([26, true, true])
  })

  it.each([...ruleExpressions, ...panelExpressions])('%s asks for what the server tells', (expression) => {
    const named = namedIn(expression)
    expect(named.length).toBeGreaterThan(0)
    const labels = new Set<string>()
    for (const { name, labels: asked } of named) {
      if (recorded.includes(name)) continue
      const known = declared.get(name)
      expect(known, `the server declares ${name}`).toBeDefined()
      for (const label of asked)
        expect([...(known ?? []), ...ofPrometheus], `${name} has ${label}`).toContain(label)
      for (const label of known ?? []) labels.add(label)
    }
    if (named.some(({ name }) => recorded.includes(name))) return
    expect(groupedBy(expression).filter((label) => !labels.has(label) && !ofPrometheus.has(label))).toEqual(
      [],
    )
  })

  it('leave no figure of the product’s own out of sight', () => {
    const all = [...ruleExpressions, ...panelExpressions].flatMap(namedIn).map(({ name }) => name)
    const seen = new Set(all.map((name) => name.replace(/_(?:bucket|sum|count)$/, '')))
    const own = metrics
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => !/^(?:nodejs|process)_/.test(name))
    expect(own.filter((name) => !seen.has(name))).toEqual([])
  })

  it('each alert has its entry of the runbook, and is tried', () => {
    const runbook = read('docs/operations.md')
    const tried = read('deploy/prometheus/rules.test.yaml')
    expect(alerts.filter((name) => !runbook.includes(`| \`${name}\``))).toEqual([])
    expect(alerts.filter((name) => !tried.includes(`alertname="${name}",alertstate="firing"`))).toEqual([])
  })

  const promtool = (...args: string[]) =>
    spawnSync('promtool', args, { cwd: join(root, 'deploy/prometheus'), encoding: 'utf8' })
  it.skipIf(promtool('--version').error !== undefined)(
    'hold for promtool, and so do the tests of the rules',
    () => {
      for (const args of [
        ['check', 'rules', 'rules.yaml'],
        ['check', 'config', '--syntax-only', 'prometheus.yaml'],
        ['test', 'rules', 'rules.test.yaml'],
      ]) {
        const { status, stdout, stderr } = promtool(...args)
        expect(status, stdout + stderr).toBe(0)
      }
    },
  )
})

describe('figures that are asked of the database', () => {
  let bank: TestApp
  beforeAll(async () => {
    bank = await testApp()
    return () => bank.close()
  })
  const valueOf = (text: string, name: string) =>
    Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (\\S+)$`, 'm').exec(text)?.[1])

  it('tell what stands still: cases, moves, applications, jobs', async () => {
    const { id } = await underwritten(bank, 955)
    await sql`UPDATE case_file SET stage = 'AUTO_CHECKS', stage_since = now() - interval '2 hours' WHERE id = ${Number(id)}`.execute(
      bank.db,
    )
    await sql`INSERT INTO case_timer (case_id, action, fire_at) VALUES (${Number(id)}, 'expire', now() - interval '10 minutes')`.execute(
      bank.db,
    )
    await sql`INSERT INTO pgboss.job (name, data, start_after, created_on) VALUES
      ('auto-checks', '{}', now() - interval '30 minutes', now() - interval '1 hour'),
      ('auto-checks', '{}', now() + interval '1 hour', now() - interval '3 hours')`.execute(bank.db)
    const away = [measureWork(bank.db), measureQueues(bank.db)]
    const text = await shown(bank.pool)
    for (const leave of away) leave()
    const stage = '{type="FULL_APPLICATION",stage="AUTO_CHECKS"}'
    expect(valueOf(text, `ipoteka_system_stage_cases${stage}`)).toBe(1)
    expect(valueOf(text, `ipoteka_system_stage_oldest_seconds${stage}`)).toBeCloseTo(7_200, -2)
    expect(valueOf(text, 'ipoteka_case_timer_late_seconds')).toBeCloseTo(600, -2)
    expect(valueOf(text, 'ipoteka_job_oldest_seconds{queue="auto-checks"}')).toBeCloseTo(1_800, -2)
    expect(valueOf(text, 'ipoteka_jobs{queue="auto-checks",state="created"}')).toBeGreaterThanOrEqual(2)
    // Nobody asks any more: nothing is told, least of all a zero.
    expect(await shown(bank.pool)).not.toMatch(/^ipoteka_case_timer_late_seconds /m)
  })

  it('are left out while it does not answer, counted, and the rest is told', async () => {
    const measure = askedGauges('planted', { planted_figure: { help: 'Planted' } }, (fails: boolean) => {
      if (fails) throw new Error('The database is gone')
      return [{ gauge: 'planted_figure', value: 7 }]
    })
    const away = measure(true)
    const bad = await shown()
    away()
    expect(bad).not.toMatch(/^planted_figure /m)
    expect(bad).toMatch(/^http_request_duration_seconds|^process_cpu_seconds_total/m)
    measure(false)
    const good = await shown()
    expect(valueOf(good, 'planted_figure')).toBe(7)
    expect(valueOf(good, 'ipoteka_metrics_unread_total{part="planted"}')).toBe(1)
    metrics.removeSingleMetric('planted_figure')
  })
})
