import {
  type AssignmentContent,
  AssignmentContent as Content,
  type ErrorTarget,
  RuleInput,
} from '@ipoteka-office/contract/assignment-rules/assignment-content.ts'
import { type AssignmentScope } from '@ipoteka-office/contract/assignment-rules/assignment-scopes.ts'
import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#db/database.ts'
import { demoAccounts } from '#db/seed/demo-accounts.ts'
import { withoutHistory } from '#db/seed/without-indexes.ts'

type Rule = z.input<typeof RuleInput>
const idOf = (login: string) => demoAccounts.findIndex((account) => account.login === login) + 1
const dayMs = 86_400_000

/** The partner whose agent signs in, and its group. */
const volga = 2
const is = (fact: FactCode, ...value: readonly string[]) =>
  ({ kind: 'fact', fact, predicate: 'IN', value }) as const
const all = (...items: readonly ReturnType<typeof is>[]) => ({ kind: 'all', items: [...items] }) as const
const workdays = { days: [1, 2, 3, 4, 5], from: '09:00', to: '20:00' }
const author: Rule = { name: 'Кто завёл, тот и ведёт', strategy: 'AUTHOR' }

/** Somebody who may lead the cases of a partner. */
interface Office {
  readonly id: number
  readonly name: string
  readonly agents: readonly number[]
}

/** Partners whose agents may lead cases, the largest first; those of the demo sign-ins have rules of their own or none. */
async function findOffices(db: Db): Promise<Office[]> {
  const { rows } = await sql<Office>`
    SELECT p.id, p.short_name AS name, array_agg(DISTINCT e.id ORDER BY e.id) AS agents
    FROM partner p JOIN employee e ON e.partner_id = p.id AND NOT e.not_active
    JOIN role_holder h ON h.employee_id = e.id
    JOIN user_role_operation o ON o.user_role_id = h.user_role_id AND o.object_type = 'Lead' AND o.operation = 'Send'
    WHERE p.id > 10 AND NOT p.not_active GROUP BY p.id ORDER BY count(DISTINCT e.id) DESC, p.id LIMIT 8`.execute(
    db,
  )
  return rows
}

/** The n-th office, around again where there are fewer. */
const nth = (offices: readonly Office[], n: number): Office =>
  offices[n % Math.max(1, offices.length)] ?? { id: volga, name: 'Волга-Ипотека', agents: [idOf('agent')] }

const branch = ({ id }: Office) => [{ kind: 'BRANCH', id } as const]
const people = (office: Office, ...weights: readonly number[]) =>
  office.agents
    .slice(0, weights.length || 2)
    .map((id, n) => ({ kind: 'EMPLOYEE', id, weight: weights[n] ?? null }) as const)

/** Shares of as many people as there are, a hundred per cent in all. */
function shares(office: Office) {
  const agents = office.agents.slice(0, 3)
  const each = Math.floor(100 / Math.max(1, agents.length))
  return agents.map(
    (id, n) => ({ kind: 'EMPLOYEE', id, weight: n === 0 ? 100 - each * (agents.length - 1) : each }) as const,
  )
}

const at = (office: Office, what: string): Pick<Rule, 'name' | 'condition'> => ({
  name: `${what}: ${office.name}`,
  condition: is('partner', String(office.id)),
})

/** Forty rules: of leads, short and full applications, loans and requests by QR codes. */
function demoRules(
  offices: readonly Office[],
  agents: number,
): Readonly<Record<AssignmentScope, readonly Rule[]>> {
  const o = (n: number) => nth(offices, n)
  const group = [{ kind: 'WORKGROUP', id: agents } as const]
  const ofVolga = is('partner', String(volga))
  const programmesOf = (n: number, what: string, ...codes: string[]): Rule => ({
    name: `${what}: ${o(n).name}`,
    condition: all(is('partner', String(o(n).id)), is('programme', ...codes)),
    strategy: 'SKILL',
    targets: people(o(n), 3, 2, 1),
  })
  return {
    LEAD: [
      { name: 'Лиды Волга-Ипотеки по очереди', condition: ofVolga, strategy: 'ROUND_ROBIN', targets: group },
      { ...at(o(0), 'Постоянные клиенты — прежнему менеджеру'), strategy: 'STICKY' },
      {
        ...at(o(0), 'Лиды в рабочее время'),
        strategy: 'ROUND_ROBIN',
        targets: branch(o(0)),
        schedule: workdays,
      },
      { ...at(o(0), 'Лиды в остальное время'), strategy: 'LEAST_LOADED', targets: branch(o(0)), limit: 40 },
      { ...at(o(1), 'Лиды по долям'), strategy: 'SHARES', targets: shares(o(1)) },
      { ...at(o(2), 'Лиды по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(2)), limit: 30 },
      { ...at(o(3), 'Лиды наименее занятому'), strategy: 'LEAST_LOADED', targets: branch(o(3)) },
      programmesOf(4, 'Семейная и ИТ — опытным', '105', '106'),
      { ...at(o(4), 'Лиды по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(4)) },
      { ...at(o(5), 'Лиды по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(5)) },
      author,
    ],
    SHORT_APPLICATION: [
      {
        name: 'Краткие заявки Волга-Ипотеки наименее занятому',
        condition: ofVolga,
        strategy: 'LEAST_LOADED',
        targets: group,
      },
      { ...at(o(0), 'Постоянные клиенты — прежнему менеджеру'), strategy: 'STICKY' },
      {
        ...at(o(0), 'Краткие заявки наименее занятому'),
        strategy: 'LEAST_LOADED',
        targets: branch(o(0)),
        limit: 25,
      },
      { ...at(o(1), 'Краткие заявки по долям'), strategy: 'SHARES', targets: shares(o(1)) },
      programmesOf(2, 'Семейная — опытным', '105'),
      { ...at(o(2), 'Краткие заявки по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(2)) },
      { ...at(o(3), 'Краткие заявки по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(3)) },
      { ...at(o(4), 'Краткие заявки наименее занятому'), strategy: 'LEAST_LOADED', targets: branch(o(4)) },
      author,
    ],
    FULL_APPLICATION: [
      { ...at(o(0), 'Постоянные клиенты — прежнему менеджеру'), strategy: 'STICKY' },
      { ...at(o(0), 'Заявки наименее занятому'), strategy: 'LEAST_LOADED', targets: branch(o(0)), limit: 20 },
      { ...at(o(1), 'Заявки по долям'), strategy: 'SHARES', targets: shares(o(1)) },
      programmesOf(2, 'Семейная и ИТ — опытным', '105', '106'),
      { ...at(o(2), 'Заявки по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(2)) },
      { ...at(o(3), 'Заявки наименее занятому'), strategy: 'LEAST_LOADED', targets: branch(o(3)) },
      { ...at(o(4), 'Заявки по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(4)) },
      author,
    ],
    LOAN_APPLICATION: [
      { ...at(o(0), 'Кредиты постоянных клиентов'), strategy: 'STICKY' },
      { ...at(o(0), 'Кредиты по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(0)) },
      { ...at(o(1), 'Кредиты по долям'), strategy: 'SHARES', targets: shares(o(1)) },
      {
        ...at(o(2), 'Кредиты наименее занятому'),
        strategy: 'LEAST_LOADED',
        targets: branch(o(2)),
        limit: 30,
      },
      { ...at(o(3), 'Кредиты по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(3)) },
      author,
    ],
    QR: [
      { ...author, name: 'Владельцу QR-кода' },
      { ...at(o(0), 'Заявки с QR по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(0)) },
      { ...at(o(1), 'Заявки с QR по долям'), strategy: 'SHARES', targets: shares(o(1)) },
      {
        ...at(o(2), 'Ночные заявки с QR'),
        strategy: 'LEAST_LOADED',
        targets: branch(o(2)),
        schedule: { days: [1, 2, 3, 4, 5, 6, 7], from: '20:00', to: '09:00' },
      },
      { ...at(o(2), 'Заявки с QR по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(2)) },
      { ...at(o(3), 'Заявки с QR по кругу'), strategy: 'ROUND_ROBIN', targets: branch(o(3)) },
    ],
  }
}

/** The group of the agents' partner, to which its rules give. */
async function insertAgents(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO workgroup (partner_id, name, head_id) VALUES (${volga}, 'Ипотечные агенты', ${idOf('agent')}) RETURNING id),
    members AS (INSERT INTO workgroup_employee (workgroup_id, employee_id) SELECT id, ${idOf('agent')} FROM made)
    SELECT id FROM made`.execute(db)
  return rows[0]?.id ?? 0
}

interface Version {
  readonly scope: string
  readonly number: number
  readonly state: 'REPLACED' | 'ACTIVE'
  readonly content: AssignmentContent
  readonly since: Date
  readonly until: Date | null
  readonly beforeId: number | null
  readonly comment: string
}

async function insertVersion(db: Db, made: Version): Promise<number> {
  const day = new Date(made.since.getTime() - dayMs)
  const { rows } = await sql<{ id: number }>`
    INSERT INTO assignment_set (scope, number, state, content, author_id, contributors, created_at, saved_at, test, tested_at,
      comment, approver_id, since, until, before_id)
    VALUES (${made.scope}, ${made.number}, ${made.state}, ${JSON.stringify(made.content)}::text::jsonb, ${idOf('admin')},
      ${[idOf('admin')]}::int[], ${day}, ${day}, NULL, NULL, ${made.comment}, ${idOf('workload')}, ${made.since},
      ${made.until}, ${made.beforeId}) RETURNING id`.execute(db)
  const id = rows[0]?.id ?? 0
  const moves = [
    ['DRAFT', 'submit', 'ON_APPROVAL', day, idOf('admin')],
    ['ON_APPROVAL', 'activate', 'ACTIVE', made.since, idOf('workload')],
    ...(made.until === null ? [] : ([['ACTIVE', 'replace', 'REPLACED', made.until, null]] as const)),
  ] as const
  for (const [from, action, to, moved, actor] of moves)
    await sql`INSERT INTO record_move (object_type, object_id, part, from_state, action, to_state, at, actor_id)
      VALUES ('assignment_set', ${id}, 0, ${from}, ${action}, ${to}, ${moved}, ${actor}::int)`.execute(db)
  return id
}

/** Who led the partner's last cases got them by its rule: the list shows what it has done this week. */
async function insertHits(
  db: Db,
  scope: string,
  setId: number,
  rule: { id: number; name: string },
): Promise<void> {
  await sql`
    INSERT INTO case_assignment (case_id, at, cause, outcome, scope, set_id, rule_id, rule_name, employee_id, reason, people)
    SELECT f.id, f.created_at, 'NEW', 'ASSIGNED', ${scope}, ${setId}, ${rule.id}, ${rule.name}, f.responsible_id,
      'следующий по кругу', jsonb_build_array(jsonb_build_object('id', f.responsible_id, 'load', 0, 'reason', NULL))
    FROM case_file f WHERE f.type = ${scope} AND f.partner_id = ${volga} AND f.responsible_id IS NOT NULL
    ORDER BY f.created_at DESC LIMIT 60`.execute(db)
}

/** Versions of the rules of the demo bank, those in force and those before them; forty rules are in force. */
export async function seedDemoAssignmentRules(db: Db, now: Date): Promise<void> {
  const agents = await insertAgents(db)
  const rules = demoRules(await findOffices(db), agents)
  const errorTarget: ErrorTarget = {
    workgroupId: null,
    alertHead: false,
    alertIds: [idOf('workload')],
    escalateMinutes: 60,
    escalateToId: idOf('admin'),
  }
  await withoutHistory(db, ['assignment_set'], async () => {
    let ruleId = 0
    for (const [scope, list] of Object.entries(rules)) {
      const content = Content.parse({
        errorTarget,
        rules: list.map((rule) => ({ ...rule, id: (ruleId += 1), version: 1 })),
      })
      const first = { ...content, rules: content.rules.slice(-3) }
      const since = new Date(now.getTime() - 20 * dayMs)
      const beforeId = await insertVersion(db, {
        ...{ scope, number: 1, state: 'REPLACED', content: first, beforeId: null },
        ...{ since: new Date(now.getTime() - 200 * dayMs), until: since, comment: 'Первые правила' },
      })
      const setId = await insertVersion(db, {
        ...{ scope, number: 2, state: 'ACTIVE', content, beforeId, since, until: null },
        comment: 'Правила для крупных партнёров',
      })
      const [top] = content.rules
      if (top?.condition?.kind === 'fact' && top.targets[0]?.kind === 'WORKGROUP')
        await insertHits(db, scope, setId, top)
    }
    await sql`SELECT setval('assignment_rule_number', ${ruleId})`.execute(db)
  })
}
