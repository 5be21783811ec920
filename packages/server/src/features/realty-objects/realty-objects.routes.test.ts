import { searchAccessLog } from '@ipoteka-office/contract/access-log/access-log.ts'
import { downloadTaskResult, getTask } from '@ipoteka-office/contract/notifications/notifications.ts'
import { getCaseSection } from '@ipoteka-office/contract/cases/case-sections.ts'
import * as api from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import {
  type RealtyColumn,
  realtyExport as realtyExportCalls,
} from '@ipoteka-office/contract/realty-objects/realty-exports.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { caseEngine } from '#case-behaviours.ts'
import { seedPartners } from '#db/seed/organisation.ts'
import { createTaskRunner } from '#features/notifications/run-task.service.ts'
import { createCase } from '#features/cases/engine/cases.service.ts'
import { bySystem } from '#features/cases/engine/engine.ts'
import { findActor } from '#http/session/session.ts'
import { noonClock } from '#testing/approvers.ts'
import { type TestApp, testApp } from '#testing/test-app.ts'
import { realtyExport } from './realty-export.service.ts'
import { realtyCompleteness, realtyGuard } from './realty-completeness.service.ts'
import { deliveredParameters } from '#testing/delivered-parameters.ts'

let bank: TestApp
/** Of Volga, where `agent` works, and of Ural, which they do not see. */
let own: { id: number; number: string }
let second: { id: number; number: string }
let foreign: { id: number; number: string }

const application = (partnerId: number, clientName: string) =>
  bank.db.transaction().execute((tx) =>
    createCase(caseEngine({ clock: noonClock, parameters: deliveredParameters }), tx, bySystem, {
      type: 'FULL_APPLICATION',
      partnerId,
      regionCode: '16',
      clientName,
      amount: '4800000',
    }),
  )
beforeAll(async () => {
  bank = await testApp({ clock: noonClock })
  own = await application(seedPartners.volga.id, 'Никифоров Илья Петрович')
  second = await application(seedPartners.volga.id, 'Соболева Анна Игоревна')
  foreign = await application(seedPartners.ural.id, 'Гущин Олег Павлович')
})
afterAll(() => bank.close())

const third = (name: string): api.RealtyOwner => ({
  holders: [{ kind: 'PERSON', name }],
  share: { numerator: 1, denominator: 3 },
  record: '',
})
const flat = {
  role: 'MORTGAGESUBJECT',
  type: 'FLAT',
  numberType: 'CADASTRAL',
  number: '16:50:0011001:77',
  address: { value: 'г Казань, ул Баумана, д 5, кв 7', regionCode: '16' },
  area: '54.3',
  price: '6480000',
  rightKind: 'COMMON_OWNERSHIP',
  ownership: 'SHARED_PROPERTY',
  owners: ['Иванов Иван', 'Иванова Мария', 'Петров Пётр'].map(third),
  extractDate: '2026-01-15',
  encumbrances: [],
  appraisals: [
    {
      appraiser: 'ООО «Оценка»',
      reportNumber: '17/26',
      reportDate: '2026-01-20',
      marketValue: '6500000',
      liquidationValue: null,
    },
  ],
  building: { floor: 3, floors: 9, wallsMaterialType: '061001001001' },
  comment: '',
} satisfies api.RealtyObjectInput

const create = (
  caseId: number,
  body: api.RealtyObjectInput = flat,
  as: 'agent' | 'admin' | 'viewer' = 'agent',
) => bank.call(api.createRealtyObject, { params: { id: String(caseId) }, body }, { as })
const at = (id: number) => ({ params: { id: String(id) } })

describe('an object of an application', () => {
  it('with thirds for three owners is kept exactly, and its figures come from its values', async () => {
    const { body, status } = await create(own.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      owners: flat.owners,
      pricePerMetre: '119337.02',
      typeName: 'Квартира',
      case: { number: own.number, amount: '4800000.00' },
      editable: { enabled: true },
      version: 1,
    })
    const { body: found } = await bank.call(api.getRealtyObject, at(body.id), { as: 'agent' })
    expect(found.building).toEqual(flat.building)
    expect(await realtyGuard(bank.db, own.id)).toBeNull()
    const section = { params: { id: String(own.id), section: 'REALTY' } } as const
    const { body: said } = await bank.call(getCaseSection, section, { as: 'agent' })
    expect(said).toMatchObject({ data: { chosen: true }, filled: 1, needed: 1 })
    expect(await realtyCompleteness(bank.db, own.id)).toEqual({ filled: 7, needed: 7, gaps: [] })
    expect(await realtyGuard(bank.db, second.id)).toMatch(/Добавьте предмет ипотеки/)
  })

  it.each([
    ['shares that leave a third', { owners: flat.owners.slice(0, 2) }, 'owners'],
    ['a cadastral number that is none', { number: '16:50' }, 'number'],
    [
      'a code that no dictionary has',
      { building: { wallsMaterialType: 'STRAW' } },
      'building.wallsMaterialType',
    ],
    ['a type that no dictionary has', { type: 'CASTLE' }, 'type'],
  ] as const)('is refused with %s', async (_, change, path) => {
    const { status, error } = await create(own.id, { ...flat, ...change })
    expect(status).toBe(400)
    expect(error.fields?.map((field) => field.path)).toContain(path)
  })

  it('is nobody else’s: the rights and the partner decide', async () => {
    expect((await create(own.id, flat, 'viewer')).status).toBe(403)
    expect((await create(foreign.id)).status).toBe(404)
    const { body: theirs } = await create(foreign.id, flat, 'admin')
    const as = { as: 'agent' } as const
    expect((await bank.call(api.getRealtyObject, at(theirs.id), as)).status).toBe(404)
    expect((await bank.call(api.listCaseRealty, at(foreign.id), as)).status).toBe(404)
    expect((await bank.call(api.listRealtyApplications, { ...at(theirs.id) }, as)).status).toBe(404)
    expect((await bank.call(api.listRealtyHistory, at(theirs.id), as)).status).toBe(404)
    const save = { ...at(theirs.id), body: { ...flat, version: 1 } }
    expect((await bank.call(api.saveRealtyObject, save, as)).status).toBe(404)
    const mark = { ...at(theirs.id), body: { removed: true, version: 1 } }
    expect((await bank.call(api.markRealtyObject, mark, as)).status).toBe(404)
    const { body: page } = await bank.call(api.searchRealtyObjects, { body: {} }, as)
    expect(page.content.map(({ id }) => id)).not.toContain(theirs.id)
    expect((await bank.call(api.searchRealtyObjects, { body: {} }, { as: 'support' })).status).toBe(403)
  })

  it('is saved against its version, told in the history, taken off and put back', async () => {
    const { body: made } = await create(second.id, { ...flat, number: '16:50:0011001:78' })
    const changed = { ...flat, number: '16:50:0011001:78', price: '6000000', version: made.version }
    const { body: saved } = await bank.call(
      api.saveRealtyObject,
      { ...at(made.id), body: changed },
      { as: 'agent' },
    )
    expect(saved).toMatchObject({ price: '6000000.00', version: 2 })
    const late = await bank.call(api.saveRealtyObject, { ...at(made.id), body: changed }, { as: 'agent' })
    expect(late.status).toBe(409)
    expect(late.error.current).toMatchObject({ version: 2, price: '6000000.00' })
    // What changes nothing leaves the version.
    const same = await bank.call(
      api.saveRealtyObject,
      { ...at(made.id), body: { ...changed, version: 2 } },
      { as: 'agent' },
    )
    expect(same.body.version).toBe(2)
    const { body: history } = await bank.call(api.listRealtyHistory, at(made.id), { as: 'agent' })
    expect(history.content[0]?.changes).toEqual([
      {
        field: 'price',
        label: 'Цена',
        oldValue: '6\u00a0480\u00a0000,00\u00a0₽',
        newValue: '6\u00a0000\u00a0000,00\u00a0₽',
      },
    ])
    expect(history.content.at(-1)?.changes).toContainEqual(
      expect.objectContaining({
        label: 'Правообладатели',
        newValue: 'Иванов Иван — 1/3; Иванова Мария — 1/3; Петров Пётр — 1/3',
      }),
    )
    const mark = (removed: boolean, version: number) =>
      bank.call(api.markRealtyObject, { ...at(made.id), body: { removed, version } }, { as: 'agent' })
    expect((await mark(true, 2)).body).toMatchObject({ removed: true, version: 3 })
    expect((await mark(false, 3)).body).toMatchObject({ removed: false, version: 4 })
  })
})

describe('the register', () => {
  it('finds an object by number, address and client, and counts by tabs what the tabs show', async () => {
    for (const search of ['0011001:78', 'баумана соболева', second.number]) {
      const { body } = await bank.call(api.searchRealtyObjects, { body: { search } }, { as: 'agent' })
      expect(body.content.map((row) => row.case.number)).toEqual([second.number])
    }
    const { body: counts } = await bank.call(api.countRealtyObjects, { body: {} }, { as: 'agent' })
    for (const tab of Object.keys(api.realtyTabs) as api.RealtyTab[]) {
      const { body } = await bank.call(api.searchRealtyObjects, { body: { tab } }, { as: 'agent' })
      expect([tab, body.totalElements]).toEqual([tab, counts[tab]])
    }
    expect(counts).toMatchObject({ all: 2, duplicates: 0, appraisal: 2 })
  })

  it('tells of the same object in other applications, of those that one may see', async () => {
    const { body: twin } = await create(second.id)
    expect(twin.duplicates).toBe(1)
    const { body: page } = await bank.call(api.listRealtyApplications, at(twin.id), { as: 'agent' })
    expect(page.content.map(({ number }) => number).sort()).toEqual([own.number, second.number].sort())
    const { body: whole } = await bank.call(api.listRealtyApplications, at(twin.id))
    expect(whole.totalElements).toBe(3)
    const ask = { body: { number: '16:50:0011001:77', exceptCaseId: second.id } }
    const { body: found } = await bank.call(api.findRealtyDuplicates, ask, { as: 'agent' })
    expect(found.map(({ number }) => number)).toEqual([own.number])
    const { body: duplicates } = await bank.call(
      api.searchRealtyObjects,
      { body: { tab: 'duplicates' } },
      { as: 'agent' },
    )
    expect(duplicates.totalElements).toBe(2)
  })
})

describe('the register as a file', () => {
  const columns = ['address', 'type', 'case', 'client', 'price'] satisfies RealtyColumn[]
  const body = { format: 'csv' as const, sort: 'price,desc', filter: {}, columns }

  it('has the rows of the list in its order, and the journal says who took how many', async () => {
    const { raw } = await bank.call(realtyExportCalls.now, { body }, { as: 'agent' })
    const [head, ...rows] = raw.body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe('Объект;Тип;Заявка;Клиент;Цена')
    const asked = { query: { sort: 'price,desc', size: '100' }, body: {} }
    const { body: page } = await bank.call(api.searchRealtyObjects, asked, { as: 'agent' })
    expect(rows).toEqual(
      page.content.map(
        ({ address, type, case: of, price }) =>
          `${address};${type.name};${of.number};${of.clientName};${Number(price)}`,
      ),
    )
    expect(raw.body).not.toContain('Гущин')
    const found = await bank.call(searchAccessLog, { query: {}, body: { actions: ['EXPORT'] } })
    expect(found.body.content[0]).toMatchObject({
      object: 'Предметы ипотеки',
      rowCount: rows.length,
      what: 'CSV, столбцов: 5',
    })
  })

  it('is refused without its right and with columns that are none', async () => {
    expect((await bank.call(realtyExportCalls.now, { body }, { as: 'viewer' })).status).toBe(403)
    expect((await bank.call(realtyExportCalls.task, { body }, { as: 'viewer' })).status).toBe(403)
    const wrong = { ...body, columns: ['passport' as never] }
    expect((await bank.call(realtyExportCalls.now, { body: wrong }, { as: 'agent' })).status).toBe(400)
  })

  it('is made in the background as well', async () => {
    const works = realtyExport({ clock: noonClock, parameters: bank.parameters }).works
    const { db, files } = bank
    const onError = (error: unknown) => {
      throw error
    }
    const runner = createTaskRunner({ db, files, findActor, works, onError })
    const run = async () => {
      const { body: task } = await bank.call(realtyExportCalls.task, { body }, { as: 'agent' })
      const signal = new AbortController().signal
      await runner({ taskId: task.id }, { id: 'job', attempt: 1, isLastAttempt: true, signal })
      const params = { id: String(task.id) }
      return {
        task: (await bank.call(getTask, { params }, { as: 'agent' })).body,
        file: (await bank.call(downloadTaskResult, { params }, { as: 'agent' })).raw.body,
      }
    }
    const { task, file } = await run()
    expect(task).toMatchObject({ state: 'COMPLETED', title: 'Выгрузка «Предметы ипотеки.csv»' })
    expect(file.trim().split('\r\n')).toHaveLength(task.total + 1)
  })
})
