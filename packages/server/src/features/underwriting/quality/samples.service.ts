import { randomUUID } from 'node:crypto'
import type { Db } from '#db/database.ts'
import type { ParsedRequest } from '@ipoteka-office/contract/endpoint.ts'
import type * as api from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import type {
  QualityChecklist,
  QualitySample,
} from '@ipoteka-office/contract/underwriting/quality/quality.ts'
import { readCase } from '#features/cases/engine/cases.service.ts'
import type { Engine } from '#features/cases/engine/engine.ts'
import { createBeside } from '#features/cases/engine/tasks/beside.service.ts'
import { type BankFigures, figuresToday } from '#features/parameters/parameter-reader.service.ts'
import { conflict, invalid, notFound } from '#http/errors.ts'
import type { Context } from '#http/route.ts'
import { findChecklist, insertChecklist } from './quality.repo.ts'
import {
  countSuiting,
  drawDecisions,
  findDraw,
  findDrawn,
  findDrawnChecks,
  findSamples,
  holdSamples,
  insertSample,
  lastDecision,
  writeTaskOf,
} from './samples.repo.ts'
import { sizeOf } from './samples.rules.ts'

/** A task of each drawn check, for those who may grade it; of cases that are over too. */
async function giveTasks(engine: Engine, db: Db, sampleId: number): Promise<void> {
  for (const { id, caseId, barredIds } of await findDrawnChecks(db, sampleId)) {
    const row = await readCase(db, caseId)
    if (row === undefined) throw new Error(`There is no case ${caseId}`)
    const taskId = await createBeside(engine, db, row, {
      kind: 'QUALITY_CHECK',
      title: `Проверить качество решения по заявке № ${row.number}`,
      authorId: null,
      barredIds,
    })
    await writeTaskOf(db, id, taskId)
  }
}

/** Draws decisions by a rule and a seed, and begins their checks. */
export async function drawSample(
  engine: Engine,
  { db, actor }: Context,
  { rule, from, to, size, seed }: ParsedRequest<typeof api.drawQualitySample>['body'],
): Promise<QualitySample> {
  const checklist = await findChecklist(db)
  if (checklist === null) throw conflict('Сначала составьте список вопросов: по нему проверяют решения')
  await holdSamples(db)
  const { timeZone } = engine.clock
  const suiting = { rule, from, to, timeZone, sampleId: null, lastDecisionId: await lastDecision(db) }
  const population = await countSuiting(db, suiting)
  if (population === 0)
    throw conflict(
      'Подходящих решений за эти дни нет: измените дни или правило. Уже отобранные второй раз не берут',
    )
  const draw = {
    ...suiting,
    size: size ?? sizeOf(rule, population, await figuresToday(engine)),
    seed: seed === null || seed === '' ? randomUUID().slice(0, 8) : seed,
  }
  const decisions = await drawDecisions(db, draw)
  const made = {
    decisions,
    population,
    checklistId: checklist.id,
    by: actor.employeeId,
    at: engine.clock.now(),
  }
  const id = await insertSample(db, draw, made)
  await giveTasks(engine, db, id)
  const [sample] = await findSamples(db, id)
  if (sample === undefined) throw new Error('The sample was not stored')
  return sample
}

/** Draws a sample again by what it keeps and compares. */
export async function verifySample(
  { clock }: BankFigures,
  { db }: Context,
  id: number,
): Promise<{ same: boolean; drawn: number }> {
  const draw = await findDraw(db, id)
  if (draw === undefined) throw notFound('Такой выборки нет')
  const drawn = await findDrawn(db, id)
  const again = await drawDecisions(db, { ...draw, timeZone: clock.timeZone })
  return { same: drawn.join() === again.join(), drawn: drawn.length }
}

export const listSamples = ({ db }: Context): Promise<QualitySample[]> => findSamples(db)

export const latestChecklist = async ({ db }: Context): Promise<{ latest: QualityChecklist | null }> => ({
  latest: await findChecklist(db),
})

/** A new version of the list; samples that were drawn keep theirs. */
export async function saveChecklist(
  { clock }: BankFigures,
  { db, actor }: Context,
  { questions, after }: ParsedRequest<typeof api.saveQualityChecklist>['body'],
): Promise<{ latest: QualityChecklist | null }> {
  const codes = questions.map(({ code }) => code)
  const repeated = codes.findIndex((code, index) => codes.indexOf(code) !== index)
  if (repeated !== -1)
    throw invalid([{ path: `questions.${repeated}.code`, message: 'Такой вопрос уже есть' }])
  const latest = await findChecklist(db)
  const made = { number: after + 1, questions, by: actor.employeeId, at: clock.now() }
  if ((latest?.number ?? 0) !== after || !(await insertChecklist(db, made)))
    throw conflict('Список вопросов уже изменили: обновите страницу')
  return { latest: await findChecklist(db) }
}
