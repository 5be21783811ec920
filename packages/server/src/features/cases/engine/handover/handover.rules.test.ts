import { describe, expect, it } from 'vitest'
import {
  type Abilities,
  type HandedCase,
  type HandedTask,
  type HandoverOrder,
  leadAfter,
  refusalOfHandover,
  taskAfter,
} from './handover.rules.ts'

const one = (more: Partial<HandedCase> = {}): HandedCase => ({
  id: 1,
  type: 'LEAD',
  partnerId: 2,
  regionCode: '16',
  programmeCode: null,
  closed: false,
  responsibleId: 24,
  workgroupId: null,
  queued: false,
  checkerId: null,
  ledBeforeId: null,
  ...more,
})
const task = (more: Partial<HandedTask> = {}): HandedTask => ({
  id: 1,
  caseId: 1,
  caseType: 'LEAD',
  isOfStage: true,
  operation: 'Send',
  assigneeId: 24,
  workgroupId: null,
  barredIds: [],
  ...more,
})
const order: HandoverOrder = {
  fromPartnerId: 2,
  toPartnerId: 4,
  employees: null,
  regions: new Set(['16']),
  isReturn: false,
}
const back: HandoverOrder = { ...order, regions: null, isReturn: true }
const ofEmployee: HandoverOrder = { ...order, employees: { from: 24, to: 30 } }

/** Who may do everything, and which groups fit; 24 works for the old partner, 30 for the new one, 1 for the bank. */
const able = (people: readonly number[] = [1, 30], groups: readonly number[] = [7]): Abilities => ({
  may: (id) => people.includes(id),
  fits: (id) => groups.includes(id),
})

describe('a case', () => {
  it.each<[string, HandedCase | undefined, HandoverOrder, string]>([
    ['is unknown', undefined, order, 'Дело не найдено'],
    ['is closed', one({ closed: true }), order, 'Дело закрыто'],
    ['has left the partner', one({ partnerId: 9 }), order, 'Дело уже у другого партнёра'],
    [
      'is of another region',
      one({ regionCode: '77' }),
      order,
      'Партнёр-получатель не работает в регионе дела',
    ],
    ['has left the employee', one({ responsibleId: 25 }), ofEmployee, 'Дело уже не у этого сотрудника'],
  ])('that %s does not move', (_, asked, how, reason) => {
    expect(refusalOfHandover(asked, how, able())).toBe(reason)
  })

  it('does not go to a successor who may not lead it', () => {
    expect(refusalOfHandover(one(), ofEmployee, able([1]))).toContain('Преемник не может вести это дело')
  })

  it.each<[string, HandedCase, HandoverOrder]>([
    ['of a region of the new partner', one(), order],
    ['without a region', one({ regionCode: null }), order],
    [
      'of any region to a partner that works everywhere',
      one({ regionCode: '77' }),
      { ...order, regions: null },
    ],
    ['that the employee leads', one(), ofEmployee],
    ['that the employee checks, whoever leads it', one({ responsibleId: 25, checkerId: 24 }), ofEmployee],
  ])('%s moves', (_, asked, how) => {
    expect(refusalOfHandover(asked, how, able())).toBeNull()
  })
})

describe('who leads the case afterwards', () => {
  it.each<[string, HandedCase, HandoverOrder, ReturnType<typeof leadAfter>]>([
    ['whoever may go on', one({ responsibleId: 1 }), order, { employeeId: 1, workgroupId: null }],
    ['whom the rules choose', one(), order, { employeeId: 'CHOOSE', workgroupId: null }],
    ['nobody, as before', one({ responsibleId: null }), order, { employeeId: null, workgroupId: null }],
    [
      'whoever led it before, when it comes back',
      one({ responsibleId: 30, ledBeforeId: 1 }),
      back,
      { employeeId: 1, workgroupId: null },
    ],
    [
      'not who led it before and may not any more',
      one({ responsibleId: 30, ledBeforeId: 25 }),
      back,
      { employeeId: 30, workgroupId: null },
    ],
    [
      'not who led it once, when it goes on',
      one({ responsibleId: 30, ledBeforeId: 1 }),
      order,
      { employeeId: 30, workgroupId: null },
    ],
    ['the successor', one(), ofEmployee, { employeeId: 30, workgroupId: null }],
    [
      'with a group that fits',
      one({ responsibleId: 1, workgroupId: 7 }),
      order,
      { employeeId: 1, workgroupId: 7 },
    ],
    [
      'without a strange one',
      one({ responsibleId: 1, workgroupId: 8 }),
      order,
      { employeeId: 1, workgroupId: null },
    ],
  ])('is %s', (_, asked, how, lead) => {
    expect(leadAfter(asked, how, able())).toEqual(lead)
  })
})

describe('an open task', () => {
  it.each<[string, HandedTask, HandoverOrder, number | null, ReturnType<typeof taskAfter>]>([
    ['of somebody who may go on stays', task({ assigneeId: 1 }), order, 1, null],
    ['that waits for anybody stays', task({ assigneeId: null }), order, 1, null],
    ['of the one who led goes with the lead', task(), order, 30, { assigneeId: 30, workgroupId: null }],
    [
      'of the one who led waits when nobody leads',
      task(),
      order,
      null,
      { assigneeId: null, workgroupId: null },
    ],
    [
      'of another work waits for those who may do it',
      task({ operation: 'Check' }),
      order,
      30,
      { assigneeId: null, workgroupId: null },
    ],
    [
      'leaves a strange group',
      task({ assigneeId: null, workgroupId: 8 }),
      order,
      1,
      { assigneeId: null, workgroupId: null },
    ],
    ['that one was asked to do closes with them', task({ isOfStage: false }), order, 30, 'CLOSED'],
    [
      'that one was asked to do waits in a group that fits',
      task({ isOfStage: false, workgroupId: 7 }),
      order,
      30,
      { assigneeId: null, workgroupId: 7 },
    ],
    [
      'that a strange group was asked to do closes',
      task({ isOfStage: false, assigneeId: null, workgroupId: 8 }),
      order,
      30,
      'CLOSED',
    ],
    [
      'that the employee was asked to do goes to the successor',
      task({ isOfStage: false }),
      ofEmployee,
      30,
      { assigneeId: 30, workgroupId: null },
    ],
    [
      'that the successor has given closes',
      task({ isOfStage: false, barredIds: [30] }),
      ofEmployee,
      30,
      'CLOSED',
    ],
  ])('%s', (_, asked, how, leaderId, then) => {
    expect(taskAfter(asked, how, able(), leaderId)).toEqual(then)
  })
})
