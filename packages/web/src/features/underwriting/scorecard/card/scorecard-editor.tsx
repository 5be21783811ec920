import {
  type CharacteristicCode,
  characteristicCodes,
  characteristicOf,
} from '@ipoteka-office/contract/underwriting/scorecard/characteristics.ts'
import { dictionariesOf } from '@ipoteka-office/contract/underwriting/scorecard/compared-scorecards.ts'
import {
  createScorecard,
  getScorecard,
  getScorecardImpact,
  getScorecardProcess,
  listScorecardHistory,
  listScorecards,
  saveScorecard,
  Scorecard,
} from '@ipoteka-office/contract/underwriting/scorecard/scorecards.ts'
import { scorecardStates } from '@ipoteka-office/contract/underwriting/scorecard/scorecard-machine.ts'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFieldArray } from 'react-hook-form'
import { call } from '#api/call.ts'
import { query, queryOnce } from '#api/query.ts'
import { useRights } from '#api/rights.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormHead, FormSection } from '#ui/form/form-section.tsx'
import { NumberInput } from '#ui/input/number-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { Tag } from '#ui/tag.tsx'
import { listOf } from '@ipoteka-office/contract/references/reference-options.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { useNewVersion } from '../use-new-version.ts'
import { VersionActions } from '../version-actions.tsx'
import { scorecardTones } from '../version-words.ts'
import { BandsPart } from './bands-part.tsx'
import { CharacteristicPart, PointsField } from './characteristic-part.tsx'
import styles from './scorecard-card.module.css'
import {
  newCharacteristic,
  scorecardDifferences,
  scorecardLabels,
  scorecardMistakes,
  ScorecardValues,
  toScorecardContent,
  toScorecardValues,
} from './scorecard-values.ts'

const HistoryDialog = onDemand(
  async () => (await import('#widgets/history/history-dialog.tsx')).HistoryDialog,
)
const RecordProcessDialog = onDemand(
  async () => (await import('#widgets/process/record-process-dialog.tsx')).RecordProcessDialog,
)

/** Names of the codes that a card divides by, for the comparison of a late save. */
function useCodeNames(card: Scorecard) {
  const dictionaries = dictionariesOf([card.content])
  const lists = useQueries({ queries: dictionaries.map((code) => queryOnce(listOf(code, ''))) })
  return (dictionary: string, code: string) =>
    lists[dictionaries.indexOf(dictionary)]?.data?.find((item) => item.code === code)?.name ?? code
}

function useScorecard(card: Scorecard) {
  const nameOf = useCodeNames(card)
  return useRecord<Scorecard, ScorecardValues>({
    record: card,
    name: 'Версия скоринговой карты',
    draftKey: `scorecard/${card.id}`,
    toValues: toScorecardValues,
    check: scorecardMistakes,
    refusal: card.editable.reasonDisabled,
    schema: Scorecard,
    shape: ScorecardValues,
    save: (values, version) => {
      const content = toScorecardContent(values)
      if (content === null) throw new Error('A card that passed its check has no content')
      return call(saveScorecard, {
        params: { id: String(card.id) },
        body: { title: values.title, content, version },
      })
    },
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Черновик сохранён')
    },
    fieldOf: (path) => path.replace(/^content\./, ''),
    differences: (mine, server) => scorecardDifferences(mine, server, nameOf),
    queryKey: query(getScorecard, { params: { id: String(card.id) } }).queryKey,
    invalidates: [listScorecards, listScorecardHistory, getScorecardImpact],
    search: ['version', 'part'],
  })
}
type Kit = ReturnType<typeof useScorecard>

function ProcessWindow({ card, onClose }: { card: Scorecard; onClose: () => void }) {
  const answer = useQuery(query(getScorecardProcess, { params: { id: String(card.id) } }))
  return (
    <RecordProcessDialog
      title={`Путь версии ${card.number}`}
      ledBy="Кто вёл версию"
      answer={answer}
      onClose={onClose}
    />
  )
}

function Head({
  card,
  kit,
  onBack,
  onOpened,
}: {
  card: Scorecard
  kit: Kit
  onBack: () => void
  onOpened: (id: number) => void
}) {
  const [shown, setShown] = useState<'history' | 'process' | null>(null)
  const draft = useNewVersion(onOpened)
  const rights = useRights()
  const close = () => setShown(null)
  const unsaved = kit.isDirty ? 'Сначала сохраните черновик' : null
  return (
    <FormHead
      title={`Версия ${card.number}. ${card.title}`}
      subtitle={
        <span className={styles.marks}>
          <Tag tone={scorecardTones[card.state]}>{scorecardStates[card.state]}</Tag>
          <span>
            автор {card.author.fullName}, {formatDate(card.createdAt.slice(0, 10))}
          </span>
          {card.approver && <span>подтвердил {card.approver.fullName}</span>}
        </span>
      }
    >
      <Button onClick={onBack}>К версиям</Button>
      <Button onClick={() => setShown('history')}>История</Button>
      <Button onClick={() => setShown('process')}>Процесс</Button>
      {rights.mayCall(createScorecard) && (
        <Button
          disabledReason={unsaved}
          loading={draft.busy}
          onClick={() => draft.begin(card.title, card.id)}
        >
          Новая версия на её основе
        </Button>
      )}
      <VersionActions row={card} unsaved={unsaved} />
      {kit.refusal === null && (
        <Button type="submit" look="primary" loading={kit.busy}>
          Сохранить
        </Button>
      )}
      {shown === 'history' && (
        <HistoryDialog
          title={`История версии ${card.number}`}
          pages={(page) => query(listScorecardHistory, { params: { id: String(card.id) }, query: page })}
          onClose={close}
        />
      )}
      {shown === 'process' && <ProcessWindow card={card} onClose={close} />}
    </FormHead>
  )
}

const counts = { pdo: 500, targetScore: 10_000, targetOdds: 10_000 } as const

/** A version of the scorecard: read, or edited while it is a draft. */
export function ScorecardEditor({
  card,
  onBack,
  onOpened,
}: {
  card: Scorecard
  onBack: () => void
  onOpened: (id: number) => void
}) {
  const kit = useScorecard(card)
  const { control } = kit.form
  const { fields, append, remove } = useFieldArray({ control, name: 'characteristics' })
  const disabled = kit.refusal !== null
  const part = { control, disabled }
  const used = new Set<CharacteristicCode>(fields.map(({ code }) => code))
  const free = characteristicCodes.filter((code) => !used.has(code))
  return (
    <RecordForm
      kit={kit}
      label={`Версия ${card.number}`}
      labels={scorecardLabels}
      enterSaves={false}
      head={
        <Head
          card={card}
          kit={kit}
          onBack={onBack}
          onOpened={(id) => {
            kit.leaveFreely()
            onOpened(id)
          }}
        />
      }
    >
      <FormCard>
        <FormSection title="Карта и шкала">
          <Field {...part} name="title" label={scorecardLabels.title} span="full" required>
            {(input) => <TextInput {...input} maxLength={200} />}
          </Field>
          <PointsField {...part} name="base" label={scorecardLabels.base} />
          {(Object.keys(counts) as (keyof typeof counts)[]).map((name) => (
            <Field key={name} {...part} name={name} label={scorecardLabels[name]} span="quarter" required>
              {(input) => <NumberInput {...input} min={1} max={counts[name]} />}
            </Field>
          ))}
        </FormSection>
        <FormSection title="Границы совета" grid={false}>
          <BandsPart {...part} />
        </FormSection>
        <FormSection title="Характеристики" grid={false}>
          {fields.map(({ id }, at) => (
            <CharacteristicPart
              key={id}
              {...part}
              at={at}
              memory={`scorecard/${card.id}/${at}`}
              onRemove={() => remove(at)}
            />
          ))}
          {!disabled && free.length > 0 && (
            <div className={styles.buttons}>
              <LookupSelect
                aria-label="Добавить характеристику"
                placeholder="Добавить характеристику"
                options={free.map((code) => ({ code, name: characteristicOf(code).name }))}
                value={null}
                onChange={(code) => code !== null && append(newCharacteristic(code as CharacteristicCode))}
              />
            </div>
          )}
        </FormSection>
      </FormCard>
    </RecordForm>
  )
}
