import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { Db } from '#db/database.ts'
import type { ReferenceReader } from '#features/references/reference-reader.service.ts'
import { findDrafts, findRulesOn, findSetRevision, type RuleText } from './document-rules.repo.ts'
import { type RuleSet, toRuleSet } from './rule-set.rules.ts'

/** The rules of a day with what they say. */
export interface RulesOfDay {
  readonly set: RuleSet
  readonly contents: readonly RuleContent[]
}

/** Which rules are asked: those in force, with drafts and what the editor holds in their place. */
export interface RuleChoice {
  readonly drafts: 'NONE' | 'ALL' | readonly number[]
  readonly candidate: { readonly ruleId: number | null; readonly content: RuleContent } | null
}
export const inForceOnly: RuleChoice = { drafts: 'NONE', candidate: null }

/** Days remembered at once: today's, and a few that people look back or ahead to. */
const maxDays = 16
/** By the reader of dictionaries, of which a server has one; the revision tells when what is remembered is old. */
const remembered = new WeakMap<ReferenceReader, Map<string, RulesOfDay>>()

const read = async (db: Db, day: string): Promise<RulesOfDay> => compiled(await findRulesOn(db, day))

const compiled = (rules: readonly RuleText[]): RulesOfDay => ({
  set: toRuleSet(rules),
  contents: rules.map(({ content }) => content),
})

/** The rules in force on a day, from memory while nobody changed any. */
export async function rulesOn(db: Db, references: ReferenceReader, day: string): Promise<RulesOfDay> {
  // A transaction may see rules that are never committed: nothing of it is remembered.
  if (db.isTransaction) return read(db, day)
  const key = `${await findSetRevision(db)}:${day}`
  const days = remembered.get(references) ?? new Map<string, RulesOfDay>()
  remembered.set(references, days)
  const known = days.get(key)
  if (known !== undefined) return known
  const rules = await read(db, day)
  days.set(key, rules)
  if (days.size > maxDays) days.delete(days.keys().next().value ?? '')
  return rules
}

/** Rules by id with the drafts and the candidate in the place of what they would replace. */
export async function textsWith(
  db: Db,
  day: string,
  { drafts, candidate }: RuleChoice,
): Promise<readonly { readonly id: number | null; readonly content: RuleContent }[]> {
  const inForce = await findRulesOn(db, day)
  const byId = new Map(inForce.map(({ id, content }) => [id, content]))
  if (drafts !== 'NONE') for (const { id, content } of await findDrafts(db, drafts)) byId.set(id, content)
  if (candidate !== null && candidate.ruleId !== null) byId.set(candidate.ruleId, candidate.content)
  const texts = [...byId].map(([id, content]) => ({ id, content }))
  return candidate?.ruleId === null ? [...texts, { id: null, content: candidate.content }] : texts
}

/** The rules that the choice means. */
export async function chosenRules(
  db: Db,
  references: ReferenceReader,
  day: string,
  choice: RuleChoice,
): Promise<RulesOfDay> {
  if (choice.drafts === 'NONE' && choice.candidate === null) return rulesOn(db, references, day)
  const texts = await textsWith(db, day, choice)
  return { set: toRuleSet(texts), contents: texts.map(({ content }) => content) }
}
