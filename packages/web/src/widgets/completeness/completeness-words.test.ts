import type {
  Completeness,
  Requirement,
  StageCompleteness,
} from '@ipoteka-office/contract/documents/document-completeness.ts'
import { describe, expect, it } from 'vitest'
import {
  blockersOf,
  documentsText,
  factsText,
  missingOf,
  nextStage,
  lineNote,
  partsOf,
  requirementNotes,
  statusText,
  totalsText,
  wantsUpload,
} from './completeness-words.ts'

const requirement = (change: Partial<Requirement>): Requirement => ({
  key: 'k',
  need: 'REQUIRED',
  documents: [{ code: 'SNILS', name: 'СНИЛС' }],
  quantity: 1,
  accepted: 0,
  provided: 0,
  stage: 'DOCS_CHECK',
  status: 'NONE',
  validUntil: null,
  because: '',
  reasons: [],
  dependsOn: [],
  formats: [],
  maxMb: null,
  checks: [],
  signers: [],
  message: '',
  conflict: false,
  found: [],
  ...change,
})
const stage = (
  code: StageCompleteness['stage'],
  open: boolean,
  blockedBy: string[] = [],
): StageCompleteness => ({
  stage: code,
  name: code,
  needs: 'PROVIDED',
  required: 1,
  fulfilled: 0,
  undecided: 0,
  percent: 0,
  open,
  blockedBy,
})

const whole: Completeness = {
  ownerType: 'APPLICATION',
  ownerId: 1,
  title: '',
  on: '2026-11-20',
  groups: [],
  required: 0,
  accepted: 0,
  provided: 0,
  undecided: 0,
  percent: 0,
  providedPercent: 0,
  complete: false,
  stages: [],
  stage: null,
  participantsKnown: true,
  openFacts: [],
  facts: [],
  unplaced: [],
  leadUsage: [],
}

describe('words of completeness', () => {
  it('of a requirement: alternatives, dates, what is asked beside the document', () => {
    const both = [
      { code: 'A', name: 'СТД-Р' },
      { code: 'B', name: 'Трудовая книжка' },
    ]
    expect(documentsText(both)).toBe('СТД-Р или Трудовая книжка')
    expect(statusText({ status: 'EXPIRES', validUntil: '2026-11-30' })).toBe('Истекает 30.11.2026')
    expect(statusText({ status: 'ACCEPTED', validUntil: '2026-11-30' })).toBe('Принят')
    const notes = requirementNotes(
      requirement({ quantity: 3, provided: 2, accepted: 1, formats: ['PDF'], maxMb: 10 }),
    )
    expect(notes).toEqual([
      'к этапу «Проверка комплекта»',
      'нужно 3, загружено 2, принято 1',
      'PDF',
      'до 10 МБ',
    ])
  })

  it('of the whole', () => {
    expect(totalsText({ required: 12, accepted: 5, provided: 8, undecided: 2 })).toBe(
      'Принято 5 из 12, загружено 8; от данных зависят 2 требования',
    )
    expect(totalsText({ required: 0, accepted: 0, provided: 0, undecided: 0 })).toBe(
      'Обязательных документов нет',
    )
    expect(factsText([{ label: 'пол' }, { label: 'возраст' }, { label: 'пол' }])).toBe('пол, возраст')
  })

  it.each([
    [{ status: 'NONE' }, true],
    [{ status: 'REJECTED', provided: 1 }, true],
    [{ status: 'EXPIRED', provided: 1 }, true],
    [{ status: 'UPLOADED', provided: 1 }, false],
    [{ status: 'ACCEPTED', provided: 1, quantity: 2 }, true],
    [{ status: 'NONE', need: 'NOT_REQUIRED' }, false],
    [{ status: 'NONE', need: 'UNKNOWN' }, true],
  ] as const)('a file is wanted or not: %o', (change, expected) => {
    expect(wantsUpload(requirement(change))).toBe(expected)
  })

  it('what is in front of the case is the first shut stage after its own', () => {
    const stages = [stage('DOCS_CHECK', false), stage('UNDERWRITING', true), stage('DEAL', false, ['b'])]
    expect(nextStage({ stages, stage: 'UNDERWRITING' })?.stage).toBe('DEAL')
    expect(nextStage({ stages, stage: 'DOCS_CHECK' })?.stage).toBe('DOCS_CHECK')
    expect(nextStage({ stages, stage: null })?.stage).toBe('DOCS_CHECK')
    expect(nextStage({ stages, stage: 'ISSUE' })?.stage).toBe('DOCS_CHECK')
    expect(nextStage({ stages: [stage('DEAL', true)], stage: null })).toBeNull()
    const requirements = [requirement({ key: 'a' }), requirement({ key: 'b', need: 'NOT_REQUIRED' })]
    const groups = [{ code: 'DEAL' as const, name: 'Сделка', participant: null, requirements }]
    expect(blockersOf({ groups }, stage('DEAL', false, ['a', 'b'])).map(({ key }) => key)).toEqual(['a'])
    const brought = requirement({ key: 'c', provided: 1 })
    expect(missingOf([requirement({ key: 'a' }), brought])).toMatchObject({
      missing: [{ key: 'a' }],
      waiting: 1,
    })
  })

  it('what is needed now stands apart from what is there, comes later, is not decided or not needed', () => {
    const document = { id: 7, typeCode: 'SNILS', title: 'СНИЛС', reason: '', validUntil: null }
    const brought = (key: string, status: Requirement['status']) =>
      requirement({ key, status, provided: 1, found: [{ ...document, status }] })
    const requirements = [
      requirement({ key: 'missing' }),
      requirement({ key: 'later', stage: 'DEAL' }),
      requirement({ key: 'asked', need: 'UNKNOWN' }),
      requirement({ key: 'spared', need: 'NOT_REQUIRED' }),
      brought('accepted', 'ACCEPTED'),
      brought('uploaded', 'UPLOADED'),
      { ...brought('rejected later', 'REJECTED'), stage: 'DEAL' as const, provided: 0 },
      { ...brought('half', 'UPLOADED'), stage: 'DEAL' as const, quantity: 2 },
      { ...brought('of another', 'ACCEPTED'), found: [{ ...document, id: 8, status: 'ACCEPTED' as const }] },
    ]
    const groups = [{ code: 'DEAL' as const, name: 'Сделка', participant: null, requirements }]
    const stages = [stage('DOCS_CHECK', false, ['missing', 'uploaded'])]
    const keysOf = (given: typeof stages) =>
      Object.fromEntries(
        partsOf({ ...whole, groups, stages: given }, (id) => id === 8).map((one) => [
          one.part,
          one.requirements.map(({ key }) => key),
        ]),
      )
    expect(keysOf(stages)).toEqual({
      NOW: ['half', 'missing', 'rejected later', 'of another'],
      RECEIVED: ['uploaded', 'accepted'],
      LATER: ['later'],
      WAITING: ['asked'],
      SPARED: ['spared'],
    })
    // An owner without stages is asked for everything at once.
    expect(keysOf([]).LATER).toBeUndefined()
    expect(keysOf([]).NOW).toContain('later')
  })

  it.each([
    [{ status: 'REJECTED' }, 'скан не читается', true],
    [
      { need: 'UNKNOWN', dependsOn: [{ fact: 'X', label: 'закладная', participantKey: null }] },
      'зависит от: закладная',
      false,
    ],
    [{ message: 'Нет файла' }, 'Нет файла', true],
    [{ quantity: 3, provided: 2, status: 'UPLOADED' }, '2 из 3', false],
    [{ status: 'ACCEPTED', validUntil: '2034-06-14' }, 'до 14.06.2034', false],
    [{}, '', false],
  ] as const)('the line of a requirement says the one thing that matters: %o', (change, text, isBad) => {
    const found =
      'status' in change && change.status === 'REJECTED'
        ? [{ id: 1, typeCode: 'A', title: 'А', status: 'REJECTED' as const, reason: text, validUntil: null }]
        : []
    expect(lineNote(requirement({ ...(change as Partial<Requirement>), found }))).toEqual({ text, isBad })
  })
})
