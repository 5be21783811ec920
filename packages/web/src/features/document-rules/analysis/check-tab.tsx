import type { FactCode } from '@ipoteka-office/contract/document-rules/document-facts.ts'
import {
  checkDocumentRules,
  type RuleCheckAnswer,
} from '@ipoteka-office/contract/document-rules/document-rule-checks.ts'
import { DocumentOwnerType } from '@ipoteka-office/contract/documents/documents.ts'
import { type CaseType, caseTypes } from '@ipoteka-office/contract/cases/types/case-types.ts'
import { type SearchHit, searchEverywhere } from '@ipoteka-office/contract/search/search.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { useSettled } from '#lib/use-settled.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/class-names.ts'
import { DateInput } from '#ui/input/date-input.tsx'
import { Empty } from '#ui/empty.tsx'
import { dayFilter } from '#ui/table/list-state.ts'
import { DelayedLoader } from '#ui/loader.tsx'
import { SuggestInput } from '#ui/input/suggest-input.tsx'
import { ToggleChip } from '#ui/table/toggle-chip.tsx'
import { CompletenessView } from '#widgets/completeness/completeness-view.tsx'
import { FailureBlock, Forbidden } from '#widgets/failure-block.tsx'
import { useDictionary } from '#widgets/fields/reference-options.ts'
import { CheckDifference } from './check-difference.tsx'
import { type CheckEdits, editsBody, noEdits } from './check-edits.ts'
import { CheckFacts } from './check-facts.tsx'
import styles from '../document-rules.module.css'
import ownStyles from './check-tab.module.css'
import { useFactBook } from '#widgets/condition/fact-book.ts'

type Owner = DocumentOwnerType

interface TabProps {
  search: Record<string, unknown>
  navigate: (search: Record<string, unknown>) => void
}

interface State {
  readonly number: string
  readonly owner: Owner
  readonly on: string
  readonly drafts: boolean
}

const stateOf = (search: Record<string, unknown>): State => ({
  number: search.number === undefined ? '' : String(search.number),
  owner: DocumentOwnerType.catch('APPLICATION').parse(search.owner),
  on: dayFilter.parse(search.on === undefined ? '' : String(search.on)),
  drafts: String(search.drafts) === '1',
})
const searchOf = ({ number, owner, on, drafts }: State): Record<string, unknown> => ({
  mode: 'check',
  ...(number && { number }),
  ...(owner !== 'APPLICATION' && { owner }),
  ...(on && { on }),
  ...(drafts && { drafts: '1' }),
})

/** Whose documents a case has, where rules ask for any. */
function ownerOfCase(type: CaseType): Owner | null {
  const { owner, rules } = caseTypes[type].documents
  return rules === undefined ? null : owner
}
/** What of a hit can be checked; a kind that is new or was renamed does not compile here. */
function ownerIn(hit: SearchHit): Owner | null {
  switch (hit.kind) {
    case 'case':
      return ownerOfCase(hit.caseType)
    case 'queued':
      return 'APPLICATION'
    case 'partner':
    case 'approver':
      return null
  }
}

/** Applications by their number or client; the number is what the check is asked with. */
async function findApplications(text: string, signal: AbortSignal) {
  const hits = await call(searchEverywhere, { body: { text } }, { signal })
  return {
    items: hits.flatMap((hit) => {
      const owner = ownerIn(hit)
      const { title, subtitle } = hit
      return owner === null ? [] : [{ key: title, title, note: subtitle, item: { number: title, owner } }]
    }),
    emptyText: 'Такой заявки нет или она не видна вам',
  }
}

/** «Проверить на заявке»: what the rules ask of an application, what for, and what the drafts would change. */
export function CheckTab(props: TabProps) {
  const rights = useRights()
  const may = rights.mayCall(checkDocumentRules) && rights.all({ Document: ['Read'] })
  return may ? <Check {...props} /> : <Forbidden />
}

/** The question: which application, on which day, with drafts or without. */
function Question({ state, onAsk }: { state: State; onAsk: (state: State) => void }) {
  const [number, setNumber] = useState(state.number)
  const [on, setOn] = useState(state.on)
  const isDay = on === '' || dayFilter.parse(on) !== ''
  const ask = (change: Partial<State>) => {
    const next = { ...state, number: number.trim(), on: isDay ? on : state.on, ...change }
    onAsk(next)
  }
  return (
    <form
      className={cx('card', ownStyles.question)}
      aria-label="Какую заявку проверить"
      onSubmit={(event) => {
        event.preventDefault()
        // Who types a number names no owner: an application, unless it is the one that is asked about.
        const owner = number.trim() === state.number ? state.owner : 'APPLICATION'
        if (number.trim() !== '' && isDay) ask({ owner })
      }}
    >
      <div>
        <label htmlFor="check-number" className={styles.label}>
          Номер заявки или клиент
        </label>
        <SuggestInput<{ number: string; owner: Owner }>
          id="check-number"
          value={number}
          maxLength={64}
          onChange={setNumber}
          search={findApplications}
          onPick={(found) => {
            setNumber(found.number)
            ask(found)
          }}
          failedText="Поиск сейчас недоступен: введите номер полностью"
        />
      </div>
      <div>
        <label htmlFor="check-on" className={styles.label}>
          На дату
        </label>
        <DateInput id="check-on" value={on} onChange={setOn} invalid={!isDay} placeholder="Сегодня" />
      </div>
      <ToggleChip value={state.drafts} onChange={(drafts) => ask({ drafts })}>
        С черновиками
      </ToggleChip>
      <Button type="submit" look="primary" disabledReason={number.trim() === '' ? 'Укажите заявку' : null}>
        Проверить
      </Button>
    </form>
  )
}

function Check({ search, navigate }: TabProps) {
  const state = stateOf(search)
  return (
    <>
      <Question
        key={`${state.number} ${state.on}`}
        state={state}
        onAsk={(next) => navigate(searchOf(next))}
      />
      {state.number === '' ? (
        <div className="card">
          <Empty
            title="Какую заявку проверить?"
            text="Выберите заявку: покажем, какие документы ей нужны и почему, чего не хватает и что изменят черновики"
          />
        </div>
      ) : (
        <CheckAnswer key={`${state.owner} ${state.number}`} state={state} />
      )}
    </>
  )
}

function CheckAnswer({ state }: { state: State }) {
  const [edits, setEdits] = useState<CheckEdits>(noEdits)
  const body = useSettled(JSON.stringify(editsBody(edits)), 400)
  const answer = useQuery(
    query(checkDocumentRules, {
      body: {
        number: state.number,
        ownerType: state.owner,
        ...(state.on && { on: state.on }),
        ...(state.drafts && { drafts: 'ALL' as const }),
        ...(JSON.parse(body) as ReturnType<typeof editsBody>),
      },
    }),
  )
  if (answer.isError) return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <DelayedLoader />
  return <Answer answer={answer.data} edits={edits} onEdits={setEdits} stale={answer.isPlaceholderData} />
}

function Answer({
  answer,
  edits,
  onEdits,
  stale,
}: {
  answer: RuleCheckAnswer
  edits: CheckEdits
  onEdits: (edits: CheckEdits) => void
  stale: boolean
}) {
  const { completeness, difference } = answer
  const codes = [
    ...completeness.openFacts.map(({ fact }) => fact),
    ...completeness.facts.map(({ fact }) => fact),
    ...(Object.keys(edits.facts) as FactCode[]),
    ...(edits.people ?? []).flatMap(({ facts }) => Object.keys(facts) as FactCode[]),
  ]
  const book = useFactBook(codes)
  const roles = useDictionary('borrowerType')
  const isEdited = edits !== noEdits
  return (
    <div className={ownStyles.checked} aria-busy={stale}>
      <div>
        {isEdited && (
          <p className={ownStyles.assumed} role="status">
            Показан ответ с заданными здесь данными.{' '}
            <Button look="link" onClick={() => onEdits(noEdits)}>
              Вернуть данные заявки
            </Button>
          </p>
        )}
        <CheckFacts known={completeness} edits={edits} onChange={onEdits} book={book} roles={roles} />
      </div>
      <div className={ownStyles.answers}>
        {difference && <CheckDifference difference={difference} />}
        <section className={cx('card', ownStyles.result)} aria-label="Что нужно по заявке">
          <h2>{completeness.title}</h2>
          <CompletenessView reader="editor" completeness={completeness} />
        </section>
      </div>
    </div>
  )
}
