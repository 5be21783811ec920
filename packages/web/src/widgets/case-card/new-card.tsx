import type { CaseDuplicate } from '@ipoteka-office/contract/cases/case-duplicates.ts'
import { type ReactNode, useRef, useState } from 'react'
import { PageHead } from '#ui/page-head.tsx'
import type { FormValues } from '../record/field-values.ts'
import { CardForm, type CardFormProps, type VersionedCard } from './card-form.tsx'
import { DuplicatesDialog, duplicatesOf } from './duplicates-dialog.tsx'
import { mineOf } from './mine.ts'

/** What a person said of the duplicates that were shown: seen and not the same, or to be tied. */
interface KnownDuplicates {
  readonly confirmedDuplicates: number[]
  readonly linkTo: number[]
}

type FormParts<T extends VersionedCard> = Pick<
  CardFormProps<T>,
  'fields' | 'groups' | 'card' | 'record' | 'saveText' | 'must' | 'alwaysSaves' | 'after' | 'buttons'
>

/** The page of a card that is not there yet: the form, and the duplicates that a creation was refused for. */
export function NewCard<T extends VersionedCard>({
  title,
  mark,
  linkable = false,
  onCreate,
  onCreated,
  ...form
}: FormParts<T> & {
  title: string
  mark?: ReactNode
  /** Found cases may be tied to the new one. */
  linkable?: boolean
  /** Refused with the duplicates, it is called again with what the person said of them. */
  onCreate: (values: FormValues, known: KnownDuplicates) => Promise<T>
  onCreated: (card: T) => void
}) {
  const [found, setFound] = useState<{ list: CaseDuplicate[]; values: FormValues } | null>(null)
  const known = useRef<KnownDuplicates>({ confirmedDuplicates: [], linkTo: [] })
  const saver = useRef<(() => Promise<boolean>) | null>(null)
  const createAnyway = (linkTo: number[]) => {
    const seen = found?.list.map(({ id }) => id) ?? []
    known.current = { confirmedDuplicates: seen.filter((id) => !linkTo.includes(id)), linkTo }
    setFound(null)
    void saver.current?.()
  }
  return (
    <>
      <PageHead title={title} mark={mark} />
      <CardForm
        {...form}
        label={title}
        onSave={(values) => onCreate(values, known.current)}
        onSaver={(save) => {
          saver.current = save
        }}
        onSaved={onCreated}
        onFailure={(failure, values) => {
          const list = duplicatesOf(failure)
          if (list) setFound({ list, values })
          return list !== null
        }}
      />
      {found && (
        <DuplicatesDialog
          found={found.list}
          mine={mineOf(found.values)}
          linkable={linkable}
          onClose={() => setFound(null)}
          onCreate={createAnyway}
        />
      )}
    </>
  )
}
