import type { DocumentRule } from '@ipoteka-office/contract/document-rules/document-rules.ts'
import * as api from '@ipoteka-office/contract/document-rules/document-rules.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completenessContent, newRule, publish, publishedRule } from '#testing/document-rules.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'

/** Changed by the tests that need days to pass. */
let today = '2026-11-21'
const clock = { timeZone: 'Europe/Moscow', now: () => new Date(`${today}T09:00:00Z`) }
let bank: TestApp
beforeAll(async () => {
  bank = await testApp({ clock })
})
afterAll(() => bank.close())

const key = ({ id }: Pick<DocumentRule, 'id'>) => ({ id: String(id) })
const get = async (rule: Pick<DocumentRule, 'id'>) =>
  (await bank.call(api.getDocumentRule, { params: key(rule) })).body
const list = async (
  body: Partial<api.RuleFilter>,
  query: { page?: number; size?: number; sort?: string } = {},
) => (await bank.call(api.listDocumentRules, { body, query: { size: 100, ...query } })).body
const inForce = async (search: string, on: string) => (await list({ search, on })).content

describe('the list', () => {
  it('has the delivered rules by type, page and order', async () => {
    const { status, body } = await bank.call(
      api.listDocumentRules,
      { body: { ruleTypes: ['COMPLETENESS'] }, query: { size: 10, page: 1 } },
      { as: 'viewer' },
    )
    expect(status).toBe(200)
    expect(body.content).toHaveLength(10)
    expect(body).toMatchObject({ number: 1, first: false, totalElements: body.counts.COMPLETENESS })
    expect(body.counts).toMatchObject({ VALIDITY: 9, LEAD_USAGE: 3, SIGNERS: 10 })
    const all = await list({ ruleTypes: ['COMPLETENESS'] }, { sort: 'name,desc' })
    const names = all.content.map(({ name }) => name)
    expect(names).toEqual(names.toSorted((a, b) => b.localeCompare(a, 'ru')))
  })

  it('tells in words when a rule speaks and what it decides', async () => {
    const [row] = (await list({ search: 'моложе трёх лет' })).content
    expect(row).toMatchObject({
      state: 'ACTIVE',
      delivered: true,
      edited: false,
      documents: [{ code: 'POLICY_TITLE', name: 'Договор (полис) страхования титула' }],
      decision: 'Нужен',
      stage: 'ISSUE',
      group: 'INSURANCE',
      validFrom: '2020-01-01',
      conditionText:
        'вид заявки — полная заявка на ипотеку и цель кредита — приобретение жилья на вторичном рынке и срок права продавца меньше 36\u00A0мес.',
    })
  })

  it.each([
    [{ documents: ['NIS_CERT'], ruleTypes: ['COMPLETENESS' as const] }, 1],
    [{ documents: ['NIS_CERT'] }, 2],
    [{ stages: ['SHORT_APPLICATION' as const] }, 4],
    [{ search: 'закладная электронная' }, 2],
    [{ search: 'MSK_BALANCE' }, 2],
    [{ states: ['DELETED' as const] }, 0],
    [{ on: '2019-12-31' }, 0],
    [{ search: '%' }, 1],
  ])('by %j has %i', async (filter, count) => {
    expect((await list(filter)).totalElements).toBe(count)
  })

  it('by a programme has the rules of every programme too', async () => {
    const every = (await list({})).totalElements
    const others = (await list({ search: 'НИС' })).content.filter(({ programmes }) => programmes.length > 0)
    expect(others.length).toBeGreaterThan(0)
    const family = await list({ programmes: ['105'] })
    expect(family.content.some(({ name }) => name.startsWith('Право участника НИС'))).toBe(false)
    expect(family.totalElements).toBe(every - 3)
  })

  it('is read with its right, and its filter is checked', async () => {
    expect((await bank.call(api.listDocumentRules, { body: {} }, { as: 'agent' })).status).toBe(403)
    const { status, error } = await bank.call(api.listDocumentRules, { body: { ruleTypes: ['X'] as never } })
    expect([status, error.fields?.[0]?.path]).toEqual([400, 'ruleTypes.0'])
    expect((await bank.call(api.listDocumentRules, { body: {}, query: { sort: 'id,asc' } })).status).toBe(400)
  })
})

describe('a rule', () => {
  it('is a draft first, then a version from today on', async () => {
    const rule = await newRule(bank, completenessContent({ name: 'Первая проба' }))
    expect(rule).toMatchObject({
      state: 'DRAFT',
      delivered: false,
      current: null,
      revisionsCount: 0,
      version: 1,
    })
    expect(await inForce('Первая проба', today)).toEqual([])
    const published = await publish(bank, rule)
    expect(published).toMatchObject({
      state: 'ACTIVE',
      draft: null,
      current: { number: 1, validFrom: today, validTo: null, state: 'CURRENT' },
      version: 2,
    })
    expect(await inForce('Первая проба', today)).toHaveLength(1)
    expect(await inForce('Первая проба', '2026-11-20')).toEqual([])
  })

  it('keeps what was in force: a version to come takes over on its day', async () => {
    const rule = await publishedRule(bank, completenessContent({ name: 'Смена версий', quantity: 1 }))
    const { status, body: draft } = await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: {
        version: rule.version,
        content: completenessContent({ name: 'Смена версий', quantity: 2 }),
        validFrom: '2026-12-01',
        validTo: '2026-12-31',
      },
    })
    expect([status, draft.draft?.validFrom, draft.state]).toEqual([200, '2026-12-01', 'ACTIVE'])
    const planned = await publish(bank, draft)
    expect(planned).toMatchObject({
      state: 'ACTIVE',
      current: { number: 1, inForceTo: '2026-11-30' },
      planned: { number: 2, state: 'PLANNED', inForceTo: '2026-12-31' },
    })
    const quantityOn = async (day: string) =>
      (await inForce('Смена версий', day)).map(({ quantity }) => quantity)
    expect(await quantityOn('2026-11-30')).toEqual([1])
    expect(await quantityOn('2026-12-01')).toEqual([2])
    expect(await quantityOn('2027-01-01')).toEqual([])
    const revisions = await bank.call(api.listRuleRevisions, { params: key(rule) }, { as: 'viewer' })
    expect(revisions.body.map(({ number, state, content }) => [number, state, content])).toEqual([
      [2, 'PLANNED', expect.objectContaining({ quantity: 2 })],
      [1, 'CURRENT', expect.objectContaining({ quantity: 1 })],
    ])
  })

  it('takes a planned version back, but not one that has begun', async () => {
    const rule = await newRule(bank, completenessContent({ name: 'Отзыв' }), { validFrom: '2026-12-01' })
    const planned = await publish(bank, rule)
    expect(planned.state).toBe('PLANNED')
    const withdraw = (number: string, version: number) =>
      bank.call(api.withdrawRuleRevision, { params: { ...key(rule), number }, body: { version } })
    const { status, body } = await withdraw('1', planned.version)
    expect([status, body.state, body.planned]).toEqual([200, 'DRAFT', null])
    expect(await inForce('Отзыв', '2026-12-05')).toEqual([])
    expect((await list({ search: 'Отзыв' })).content).toHaveLength(1)
    expect((await withdraw('1', body.version)).status).toBe(409)
    expect((await withdraw('7', body.version)).status).toBe(404)
    const current = await publishedRule(bank, completenessContent({ name: 'Уже действует' }))
    const refused = await bank.call(api.withdrawRuleRevision, {
      params: { ...key(current), number: '1' },
      body: { version: current.version },
    })
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('уже вступила')])
  })

  it('goes back to what an older version said', async () => {
    const first = await publishedRule(bank, completenessContent({ name: 'Назад', maxMb: 5 }))
    const saved = await bank.call(api.saveDocumentRule, {
      params: key(first),
      body: { version: first.version, content: completenessContent({ name: 'Назад', maxMb: 9 }) },
    })
    const second = await publish(bank, saved.body)
    const back = await bank.call(api.draftFromRevision, {
      params: { ...key(first), number: '1' },
      body: { version: second.version },
    })
    expect(back.body.draft?.content).toMatchObject({ maxMb: 5 })
    const again = await bank.call(api.draftFromRevision, {
      params: { ...key(first), number: '1' },
      body: { version: back.body.version },
    })
    expect(again.status).toBe(409)
    const discarded = await bank.call(api.discardRuleDraft, {
      params: key(first),
      body: { version: back.body.version },
    })
    expect([discarded.status, discarded.body.draft]).toEqual([200, null])
    expect((await get(first)).current?.content).toMatchObject({ maxMb: 9 })
    const none = await bank.call(api.discardRuleDraft, {
      params: key(first),
      body: { version: discarded.body.version },
    })
    expect(none.status).toBe(409)
  })

  it('is deleted from today on and restored; the days between stay without it', async () => {
    const rule = await publishedRule(bank, completenessContent({ name: 'Удаление' }))
    const version = rule.version
    const remove = await bank.call(api.deleteDocumentRule, {
      params: key(rule),
      query: { version: String(version) },
    })
    expect([remove.status, remove.body.state]).toEqual([200, 'DELETED'])
    expect(await inForce('Удаление', today)).toEqual([])
    expect((await list({ search: 'Удаление' })).content).toEqual([])
    expect((await list({ search: 'Удаление', states: ['DELETED'] })).content).toHaveLength(1)
    const touched = await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: { version: remove.body.version, content: completenessContent() },
    })
    expect([touched.status, touched.error.message]).toEqual([409, expect.stringContaining('восстановите')])
    today = '2026-11-25'
    const restored = await bank.call(api.restoreDocumentRule, {
      params: key(rule),
      body: { version: remove.body.version },
    })
    expect([restored.status, restored.body.state]).toEqual([200, 'ACTIVE'])
    expect(await inForce('Удаление', '2026-11-25')).toHaveLength(1)
    expect(await inForce('Удаление', '2026-11-23')).toEqual([])
    today = '2026-11-21'
  })

  it('is copied as a draft of its own', async () => {
    const { content } = await list({ search: 'моложе трёх лет' })
    const { status, body } = await bank.call(api.copyDocumentRule, { params: { id: String(content[0]?.id) } })
    expect([status, body.state, body.delivered]).toEqual([200, 'DRAFT', false])
    expect(body.draft?.content).toMatchObject({
      name: 'Право продавца моложе трёх лет (копия)',
      documents: ['POLICY_TITLE'],
    })
  })

  it('of the delivery is edited by a version of the bank', async () => {
    const [row] = (await list({ search: 'Остаток материнского' })).content
    const rule = await get({ id: row?.id ?? 0 })
    const content = rule.current?.content
    if (content === undefined) throw new Error('The delivered rule is not in force')
    const saved = await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: { version: rule.version, content: { ...content, name: 'Остаток маткапитала' } },
    })
    expect((await publish(bank, saved.body)).edited).toBe(true)
  })

  it('remembers who changed what', async () => {
    const rule = await publishedRule(bank, completenessContent({ name: 'История' }))
    const saved = await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: {
        version: rule.version,
        content: completenessContent({
          name: 'История',
          condition: { kind: 'fact', fact: 'ltv', predicate: 'GT', value: '80' },
        }),
      },
    })
    await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: {
        version: saved.body.version,
        content: completenessContent({ name: 'История', stage: 'SIGNING' }),
      },
    })
    const { body } = await bank.call(api.listRuleHistory, { params: key(rule) }, { as: 'viewer' })
    expect(body.content[0]?.changes).toEqual([
      { field: 'draft.condition', label: 'Условие', oldValue: 'К/З больше 80\u00A0%', newValue: '−' },
      { field: 'draft.stage', label: 'К этапу', oldValue: 'Передача на сделку', newValue: 'Подписание' },
    ])
    const labels = body.content.flatMap(({ changes }) => changes.map(({ label }) => label))
    expect(labels).toContain('Версия 1: действует с')
    // The first publication takes the draft away as one; the next draft is told by what differs from the version.
    const drafts = body.content.slice(1).filter(({ action }) => action === 'UPDATE')
    expect(drafts.map(({ changes }) => changes.map(({ label, newValue }) => [label, newValue]))).toEqual([
      [['Условие', 'К/З больше 80\u00A0%']],
      [['Черновик', 'нет']],
    ])
    expect(new Set(body.content.map(({ actor }) => actor)).size).toBe(1)
  })

  it('never changes once it is published, whoever tries', async () => {
    const rule = await publishedRule(bank, completenessContent({ name: 'Неизменная' }))
    const change = sql`UPDATE document_rule_revision SET content = '{}' WHERE rule_id = ${rule.id}`
    await expect(change.execute(bank.db)).rejects.toThrow('does not change')
    await expect(
      sql`DELETE FROM document_rule_revision WHERE rule_id = ${rule.id}`.execute(bank.db),
    ).rejects.toThrow('permission denied')
  })
})

describe('a stale version', () => {
  it('answers 409 with the rule as it is, and who changed it', async () => {
    const rule = await newRule(bank, completenessContent({ name: 'Спор' }))
    const save = (version: number, maxMb: number) =>
      bank.call(api.saveDocumentRule, {
        params: key(rule),
        body: { version, content: completenessContent({ name: 'Спор', maxMb }) },
      })
    expect((await save(1, 3)).status).toBe(200)
    const { status, error } = await save(1, 4)
    expect([status, error.type]).toEqual([409, 'ER_OBJECT_OPTIMISTIC_LOCKING_FAILURE'])
    expect(error.current).toMatchObject({ id: rule.id, version: 2, draft: { content: { maxMb: 3 } } })
    expect(error.by?.descriptor).toBeTruthy()
    const publishing = await bank.call(api.publishDocumentRule, { params: key(rule), body: { version: 1 } })
    expect(publishing.status).toBe(409)
    const removing = await bank.call(api.deleteDocumentRule, { params: key(rule), query: { version: '1' } })
    expect(removing.status).toBe(409)
    const restoring = await bank.call(api.restoreDocumentRule, { params: key(rule), body: { version: 1 } })
    expect(restoring.status).toBe(409)
  })

  it('stays the same when nothing is different', async () => {
    const rule = await newRule(bank, completenessContent({ name: 'То же' }))
    const { body } = await bank.call(api.saveDocumentRule, {
      params: key(rule),
      body: { version: 1, content: completenessContent({ name: 'То же' }) },
    })
    expect(body.version).toBe(1)
  })
})

describe('publishing', () => {
  it('refuses a day that is over, and a rule without a draft', async () => {
    const past = await newRule(bank, completenessContent(), { validFrom: '2026-11-20' })
    const refused = await bank.call(api.publishDocumentRule, { params: key(past), body: { version: 1 } })
    expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('уже прошёл')])
    const done = await publishedRule(bank, completenessContent())
    const again = await bank.call(api.publishDocumentRule, {
      params: key(done),
      body: { version: done.version },
    })
    expect([again.status, again.error.message]).toEqual([409, 'У правила нет черновика'])
    const fresh = await newRule(bank, completenessContent())
    const thrown = await bank.call(api.discardRuleDraft, { params: key(fresh), body: { version: 1 } })
    expect([thrown.status, thrown.error.message]).toEqual([409, expect.stringContaining('удалите')])
  })

  it('and taking back are said beforehand to whom they are allowed, and drawn with who did them', async () => {
    const content = completenessContent({ name: 'Что можно' })
    const rule = await newRule(bank, content, { validFrom: '2026-12-01' })
    const codesOf = (actions: readonly { code: string; reasonDisabled: string | null }[] = []) =>
      actions.map(({ code, reasonDisabled }) => [code, reasonDisabled])
    expect(codesOf(rule.draft?.actions)).toEqual([
      ['publish', null],
      ['discard', 'Правило ещё не публиковалось: удалите его целиком'],
    ])
    const seen = await bank.call(api.getDocumentRule, { params: key(rule) }, { as: 'viewer' })
    expect(seen.body.draft?.actions).toEqual([])
    const process = async (number: string) =>
      (await bank.call(api.getRuleProcess, { params: { ...key(rule), number } })).body
    expect(await process('1')).toMatchObject({
      state: 'DRAFT',
      moves: [],
      picture: { title: 'Версия правила' },
    })
    const params = { params: key(rule), body: { version: rule.version, comment: 'С декабря' } }
    const { body: published } = await bank.call(api.publishDocumentRule, params)
    expect(codesOf(published.planned?.actions)).toEqual([['withdraw', null]])
    const { body: taken } = await bank.call(api.withdrawRuleRevision, {
      params: { ...key(rule), number: '1' },
      body: { version: published.version },
    })
    expect(taken.state).toBe('DRAFT')
    const { state, moves, picture } = await process('1')
    expect([state, moves.map(({ label, comment }) => [label, comment])]).toEqual([
      'WITHDRAWN',
      [
        ['Опубликовать', 'С декабря'],
        ['Отозвать', null],
      ],
    ])
    expect(picture.transitions.map(({ action, taken: times }) => [action, times])).toEqual([
      ['publish', 1],
      ['discard', 0],
      ['withdraw', 1],
    ])
    const absent = await bank.call(api.getRuleProcess, { params: { ...key(rule), number: '7' } })
    expect(absent.status).toBe(404)
  })

  it('repeated with one key publishes once', async () => {
    const rule = await newRule(bank, completenessContent({ name: 'Однажды' }))
    const again = () =>
      bank.call(
        api.publishDocumentRule,
        { params: key(rule), body: { version: 1 } },
        { headers: { 'Idempotency-Key': 'publish-once' } },
      )
    expect([(await again()).status, (await again()).status]).toEqual([200, 200])
    expect((await get(rule)).revisionsCount).toBe(1)
  })
})
