import {
  ruleVersionGuards,
  ruleVersionMachine,
} from '@ipoteka-office/contract/document-rules/rule-version-machine.ts'
import type { RuleContent } from '@ipoteka-office/contract/document-rules/document-rule-content.ts'
import type { FieldError } from '@ipoteka-office/contract/common/errors.ts'
import type { Db } from '#db/database.ts'
import { type RecordAsk, type RecordKind, recordKind } from '#features/machines/record-kind.ts'
import { bankDay } from '#lib/bank-time.ts'
import { clearDraft, insertRevision, withdrawRevision } from './document-rules.repo.ts'
import type { StoredRevision, StoredRule } from './stored-rules.ts'

/** A version of a rule: a published one, or the draft of the next. */
export interface RuleVersion {
  readonly rule: StoredRule
  /** Null: the draft. */
  readonly revision: StoredRevision | null
  /** Of the published version, or the one that the draft will have. */
  readonly number: number
}

type Ask = RecordAsk<RuleVersion>

/** Saying no to what a draft says. */
export type CheckContent = (db: Db, content: RuleContent) => Promise<readonly FieldError[]>

const firstDayOf = ({ record: { rule }, clock }: Ask) => rule.draftFrom ?? bankDay(clock)

/** Versions of document rules: published and taken back by their machine alone. */
export const ruleVersionKind = (contentErrors: CheckContent): RecordKind<RuleVersion> =>
  recordKind<RuleVersion>()(ruleVersionMachine, {
    code: 'document_rule_version',
    object: 'Rule',
    bankOnly: true,
    ofWhat: 'версии правила',
    guardNames: ruleVersionGuards,
    keyOf: ({ rule, number }) => ({ id: rule.id, part: number }),
    stateOf: ({ revision }) =>
      revision === null ? 'DRAFT' : revision.withdrawnAt === null ? 'PUBLISHED' : 'WITHDRAWN',
    createdAt: ({ rule, revision }) => revision?.publishedAt ?? rule.draftAt ?? '',
    guards: {
      ruleStands: ({ record: { rule } }: Ask) =>
        rule.deletedAt === null ? null : 'Правило удалено: сначала восстановите его',
      firstDay: (ask: Ask) =>
        firstDayOf(ask) >= bankDay(ask.clock)
          ? null
          : 'Первый день версии уже прошёл: укажите сегодняшний или более поздний, прошлое не переписывается',
      lastDay: (ask: Ask) =>
        (ask.record.rule.draftTo ?? firstDayOf(ask)) >= firstDayOf(ask)
          ? null
          : 'Последний день версии раньше первого',
      // Codes may have been renamed or taken away since the draft was saved.
      async content({ db, record: { rule } }: Ask) {
        const errors = rule.draft === null ? [] : await contentErrors(db, rule.draft)
        return errors.length === 0
          ? null
          : `Исправьте черновик: ${errors.map(({ message }) => message).join('; ')}`
      },
      publishedBefore: ({ record: { number } }: Ask) =>
        number > 1 ? null : 'Правило ещё не публиковалось: удалите его целиком',
      notBegun: ({ record: { revision }, clock }: Ask) =>
        revision === null || revision.validFrom > bankDay(clock)
          ? null
          : 'Версия уже вступила в силу: опубликуйте новую или удалите правило',
    },
    async write(move) {
      const { db, action, record, clock, actor, comment } = move
      const { rule, number } = record
      if (action === 'withdraw') return withdrawRevision(db, rule.id, number, clock.now())
      if (action === 'publish' && rule.draft !== null && actor !== null)
        await insertRevision(db, rule.id, {
          content: rule.draft,
          validFrom: firstDayOf(move),
          validTo: rule.draftTo,
          comment: comment ?? '',
          employeeId: actor.employeeId,
          now: clock.now(),
        })
      await clearDraft(db, rule.id)
    },
  })
