import type { SchemaOf } from '@ipoteka-office/contract/common/schema.ts'
import type { EndpointSpec } from '@ipoteka-office/contract/endpoint.ts'
import { type ReactNode, useState } from 'react'
import { call } from '#api/call.ts'
import { countOf } from '#lib/plural.ts'
import { confirm } from '#ui/overlay/confirm-dialog.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { BulkAction } from '#ui/table/data-table.tsx'
import { type BulkChange, type ItemAnswer, useBulk } from './bulk.tsx'
import { type Needs, useRefusal } from './list-actions.tsx'
import type { Chosen } from './selection.tsx'

// Its fields are not needed before something is chosen and changed.
const ChangeDialog = onDemand(async () => (await import('./bulk-change-dialog.tsx')).ChangeDialog)

/** What is asked for a change: a whole number, a time of the day as `09:00`, or words. */
export type AskedField =
  | { readonly label: string; readonly kind: 'whole'; readonly max?: number }
  | { readonly label: string; readonly kind: 'time' }
  | { readonly label: string; readonly kind: 'words'; readonly max: number }
type AskedFields = Readonly<Record<string, AskedField>>
type AnswersOf<F extends AskedFields> = {
  readonly [K in keyof F]: F[K]['kind'] extends 'whole' ? number : string
}
export type Draft = Readonly<Record<string, string | number | null>>

/** A change that can be made to all chosen rows at once: the button says `text`. */
export interface ChangeOffer<Change> {
  readonly text: string
  readonly fields: AskedFields
  readonly note: (draft: Draft) => string
  readonly change: (answers: never) => Change
  /** Why it cannot be made yet. */
  readonly missing: string
  /** A plain question in place of a window with fields; `who` are «5 сотрудников». */
  readonly sure?: { readonly title: string; readonly text: (who: string) => string }
}

/**
 * A change of the chosen rows as data: `offer('Изменить лимит', { fields: { limit: … }, change: ({ limit }) => … })`. It is
 * made once every field is rightly filled in.
 */
export const offer = <const Change, const F extends AskedFields = Record<never, never>>(
  text: string,
  {
    fields,
    note = '',
    missing = '',
    ...rest
  }: {
    readonly fields?: F
    /** What it means for the rows, in a sentence. */
    readonly note?: string | ((draft: Partial<AnswersOf<F>>) => string)
    readonly missing?: string
    readonly change: (answers: AnswersOf<F>) => Change
    readonly sure?: ChangeOffer<Change>['sure']
  },
): ChangeOffer<Change> => ({
  text,
  fields: fields ?? {},
  note: (draft) => (typeof note === 'string' ? note : note(draft as Partial<AnswersOf<F>>)),
  missing,
  ...rest,
})

interface BulkChanges<Change, Answer extends ItemAnswer> extends BulkChange<Change, Answer> {
  readonly offers: readonly ChangeOffer<Change>[]
  readonly needs: Needs
  /** Whom it touches, of one and of several: «сотрудника», «сотрудников». */
  readonly of: readonly [string, string]
}

function Offers<Change, Answer extends ItemAnswer>({
  chosen,
  bulk: { offers, needs, of, run, ...rest },
}: {
  chosen: Chosen<unknown>
  bulk: BulkChanges<Change, Answer>
}) {
  const refusal = useRefusal(needs)
  const [asked, setAsked] = useState<ChangeOffer<Change> | null>(null)
  const bulk = useBulk<Change, Answer>(chosen, {
    ...rest,
    run: async (ids, change) => {
      const answers = await run(ids, change)
      setAsked(null)
      return answers
    },
  })
  const who = countOf(chosen.keys.length, of[0], of[1], of[1])
  const begin = async (one: ChangeOffer<Change>) => {
    const { text, sure, change } = one
    if (!sure) return setAsked(one)
    const isSure = await confirm({ title: sure.title, text: sure.text(who), okText: text, danger: true })
    if (isSure) await bulk.start(change({} as never))
  }
  return (
    <>
      {offers.map((one) => (
        <BulkAction key={one.text} disabledReason={refusal} onClick={() => void begin(one)}>
          {one.text}
        </BulkAction>
      ))}
      {asked && (
        <ChangeDialog
          offer={asked}
          concerns={who}
          isBusy={bulk.isBusy}
          onClose={() => setAsked(null)}
          onApply={(change) => void bulk.start(change as Change)}
        />
      )}
      {bulk.dialog}
    </>
  )
}

type Call<Body, Answer> = EndpointSpec & {
  readonly body: SchemaOf<Body>
  readonly response: SchemaOf<{ results: Answer[] }>
}
interface Versioned {
  id: number
  version: number
}

/** The calls that change chosen rows, and change back those whose version is still the one that was made. */
export const changedBy = <Change, Answer extends ItemAnswer & { readonly version: number | null }>(
  change: Call<{ ids: number[]; change: Change }, Answer>,
  undo: Call<{ items: Versioned[] }, ItemAnswer>,
  params: Readonly<Record<string, unknown>>,
): Required<Pick<BulkChange<Change, Answer>, 'run' | 'undo'>> => {
  const resultsOf = async <T,>(endpoint: Call<unknown, T>, body: object) =>
    ((await call<EndpointSpec>(endpoint, { params, body })) as unknown as { results: T[] }).results
  return {
    run: (ids, wanted) => resultsOf(change, { ids, change: wanted }),
    undo: (done) =>
      resultsOf(undo, {
        items: done.flatMap(({ id, version }) => (version === null ? [] : [{ id, version }])),
      }),
  }
}

/** Changes of the chosen rows as data: a button each, what it asks, an answer per row. */
export const bulkOf =
  <Change, Answer extends ItemAnswer>(bulk: BulkChanges<Change, Answer>) =>
  (chosen: Chosen<unknown>): ReactNode => <Offers chosen={chosen} bulk={bulk} />
