import {
  decideDistribution,
  DistributionCard,
  exportDistribution,
  getDistribution,
  listDistributionHistory,
  listDistributions,
  saveDistribution,
  sendDistribution,
  simulateDistribution,
} from '@ipoteka-office/contract/insurance/distributions.ts'
import type { RequestOf } from '@ipoteka-office/contract/endpoint.ts'
import { distributionStates } from '@ipoteka-office/contract/insurance/distribution-machine.ts'
import type { Lending } from '@ipoteka-office/contract/insurance/insurance-kinds.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { call } from '#api/call.ts'
import { download } from '#api/download.ts'
import { keyOf, query } from '#api/query.ts'
import { formatDate } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { Field } from '#ui/form/field.tsx'
import { FormCard, FormHead, FormSection } from '#ui/form/form-section.tsx'
import { DateInput } from '#ui/input/date-input.tsx'
import { TextInput } from '#ui/input/text-input.tsx'
import { onDemand } from '#ui/overlay/on-demand.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { LookupSelect } from '#ui/select/lookup-select.tsx'
import { Tag, type Tone } from '#ui/tag.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import styles from '../insurance.module.css'
import { type InsuranceNames, useInsuranceNames } from '../use-insurance-names.ts'
import { MatrixTable } from './matrix-table.tsx'
import {
  type CellValue,
  matrixDifferences,
  matrixLabels,
  matrixMistakes,
  MatrixValues,
  type RowValue,
  toContent,
  toMatrixValues,
  toRowValues,
  unfinished,
} from './matrix-values.ts'

const RowDialog = onDemand(async () => (await import('./row-dialog.tsx')).RowDialog)
const LimitsDialog = onDemand(async () => (await import('./limits-dialog.tsx')).LimitsDialog)
const FileDialog = onDemand(async () => (await import('./file-dialog.tsx')).FileDialog)
const Simulation = onDemand(async () => (await import('./simulation.tsx')).Simulation)
const WordsDialog = onDemand(async () => (await import('#widgets/words-dialog.tsx')).WordsDialog)
const HistoryDialog = onDemand(
  async () => (await import('#widgets/history/history-dialog.tsx')).HistoryDialog,
)

/** Colours of the states of a version. */
export const versionTones: Readonly<Record<DistributionCard['state'], Tone>> = {
  DRAFT: 'neutral',
  ON_APPROVAL: 'amber',
  APPROVED: 'blue',
  WITHDRAWN: 'neutral',
}

type Action = DistributionCard['actions'][number]
type Opened =
  | { readonly kind: 'row'; readonly copied: RowValue | null }
  | { readonly kind: 'limits'; readonly row: number; readonly insurerId: number }
  | { readonly kind: 'move'; readonly action: Action }
  | { readonly kind: 'file' | 'simulation' | 'history' }
  | null

const dependOnIt = [listDistributions, listDistributionHistory, simulateDistribution]

/** Where a row is, in words. */
const placesWith =
  (names: InsuranceNames, branches: DistributionCard['branches']) =>
  ({ region, branchId, product }: RowValue): string =>
    [
      region === null ? 'все регионы' : names.regionName(region),
      branchId !== null && (branches.find(({ id }) => id === branchId)?.shortName ?? `партнёр № ${branchId}`),
      product !== null && names.productName(product),
    ]
      .filter(Boolean)
      .join(', ')

function useMatrix(card: DistributionCard, placeOf: (row: RowValue) => string) {
  return useRecord<DistributionCard, MatrixValues>({
    record: card,
    name: 'Распределение страховщиков',
    draftKey: `insuranceDistribution/${card.id}`,
    toValues: toMatrixValues,
    check: matrixMistakes,
    refusal: card.editable.reasonDisabled,
    schema: DistributionCard,
    shape: MatrixValues,
    save: ({ title, validFrom, rows }, version) =>
      call(saveDistribution, {
        params: { id: String(card.id) },
        body: { title, validFrom, content: toContent(rows), version },
      }),
    onSaved: (_, how) => {
      if (how === 'saved') toast.success('Черновик сохранён')
    },
    fieldOf: (path) => (path.startsWith('content') ? 'rows' : path),
    differences: (mine, server) => matrixDifferences(mine, server, placeOf),
    queryKey: query(getDistribution, { params: { id: String(card.id) } }).queryKey,
    invalidates: dependOnIt,
  })
}

const sent: ReadonlySet<string> = new Set(['submit', 'discard'])

function move(card: DistributionCard, code: string, comment: string): Promise<unknown> {
  const params = { id: String(card.id) }
  const more = { version: card.version, comment }
  type Sent = RequestOf<typeof sendDistribution>['body']['action']
  type Decided = RequestOf<typeof decideDistribution>['body']['action']
  return sent.has(code)
    ? call(sendDistribution, { params, body: { ...more, action: code as Sent } })
    : call(decideDistribution, { params, body: { ...more, action: code as Decided } })
}

type Kit = ReturnType<typeof useMatrix>

function Head({
  card,
  kit,
  left,
  onOpen,
}: {
  card: DistributionCard
  kit: Kit
  /** Rows that are not finished. */
  left: number
  onOpen: (opened: Opened) => void
}) {
  const unsaved = kit.isDirty ? 'Сначала сохраните черновик' : null
  const exported = () => download(exportDistribution, { params: { id: String(card.id) } })
  const isEditable = kit.refusal === null
  return (
    <FormHead
      title={`Версия ${card.number}. ${card.title}`}
      subtitle={
        <span className={styles.marks}>
          <Tag tone={card.inForce ? 'green' : versionTones[card.state]}>
            {card.inForce ? 'Действует' : distributionStates[card.state]}
          </Tag>
          <span>с {formatDate(card.validFrom)}</span>
          <span>автор {card.author.fullName}</span>
          {card.approver && <span>подтвердил {card.approver.fullName}</span>}
          {isEditable && left > 0 && <span>осталось исправить строк: {left}</span>}
        </span>
      }
    >
      <Button onClick={() => onOpen({ kind: 'history' })}>История</Button>
      <Button onClick={() => void exported().catch(notifyFailure)}>Выгрузить XLSX</Button>
      <Button disabledReason={unsaved} onClick={() => onOpen({ kind: 'simulation' })}>
        Проба на прошлых предложениях
      </Button>
      {card.actions.map((action) => (
        <Button
          key={action.code}
          disabledReason={unsaved ?? (action.enabled ? null : action.reasonDisabled)}
          onClick={() => onOpen({ kind: 'move', action })}
        >
          {action.label}
        </Button>
      ))}
      {isEditable && (
        <Button type="submit" look="primary" loading={kit.busy}>
          Сохранить
        </Button>
      )}
    </FormHead>
  )
}

/** Rows and insurers of a draft are added here. */
function Tools({
  free,
  onAdd,
  onOpen,
}: {
  /** Insurers that have no column yet. */
  free: DistributionCard['insurers']
  onAdd: (insurerId: number) => void
  onOpen: (opened: Opened) => void
}) {
  return (
    <div className={styles.bar}>
      <Button onClick={() => onOpen({ kind: 'row', copied: null })}>Добавить строку</Button>
      <LookupSelect
        aria-label="Добавить страховщика"
        placeholder="Добавить страховщика"
        options={free.map(({ id, shortName }) => ({ code: String(id), name: shortName }))}
        value={null}
        onChange={(code) => code !== null && onAdd(Number(code))}
      />
      <Button onClick={() => onOpen({ kind: 'file' })}>Загрузить из файла</Button>
    </div>
  )
}

interface Windows {
  readonly opened: Opened
  readonly card: DistributionCard
  readonly lending: Lending
  readonly rows: readonly RowValue[]
  readonly names: InsuranceNames
  readonly onChange: (rows: RowValue[]) => void
  readonly onBranches: (branches: DistributionCard['branches']) => void
  readonly onMoved: () => void
  readonly onClose: () => void
}

/** Whichever window is open. */
function OpenedWindow({ opened, ...rest }: Windows) {
  const { card, lending, rows, names, onChange, onBranches, onMoved, onClose } = rest
  if (opened === null) return null
  switch (opened.kind) {
    case 'row':
      return (
        <RowDialog
          lending={lending}
          copied={opened.copied}
          rows={rows}
          names={names}
          onAdd={(row) => onChange([...rows, row])}
          onClose={onClose}
        />
      )
    case 'limits':
      return <Limits opened={opened} {...rest} />
    case 'file':
      return (
        <FileDialog
          id={card.id}
          onTake={(read) => {
            onBranches(read.branches)
            onChange(toRowValues(read.content))
          }}
          onClose={onClose}
        />
      )
    case 'simulation':
      return <Simulation card={card} onClose={onClose} />
    case 'history':
      return (
        <HistoryDialog
          title={`История версии ${card.number}`}
          pages={(page) => query(listDistributionHistory, { params: { id: String(card.id) }, query: page })}
          onClose={onClose}
        />
      )
    case 'move':
      return (
        <WordsDialog
          title={`${opened.action.label}: версия ${card.number}`}
          about={`Новое состояние — «${opened.action.toStage}».`}
          action={opened.action}
          send={(comment) => move(card, opened.action.code, comment)}
          onDone={onMoved}
          onClose={onClose}
        />
      )
  }
}

/** The window of a cell's limits. */
function Limits({
  opened,
  rows,
  card,
  names,
  onChange,
  onClose,
}: Pick<Windows, 'rows' | 'card' | 'names' | 'onChange' | 'onClose'> & {
  opened: { readonly row: number; readonly insurerId: number }
}) {
  const cell = rows[opened.row]?.cells.find(({ insurerId }) => insurerId === opened.insurerId)
  if (cell === undefined) return null
  const withCell = (row: RowValue, next: CellValue): RowValue => ({
    ...row,
    cells: row.cells.map((one) => (one.insurerId === next.insurerId ? next : one)),
  })
  return (
    <LimitsDialog
      insurer={card.insurers.find(({ id }) => id === opened.insurerId)?.shortName ?? ''}
      cell={cell}
      names={names}
      onSave={(next) => onChange(rows.map((row, at) => (at === opened.row ? withCell(row, next) : row)))}
      onClose={onClose}
    />
  )
}

function About({ ownChoices }: Pick<DistributionCard, 'ownChoices'>) {
  return (
    <p className="muted">
      Предлагают аккредитованного страховщика, который сильнее других отстаёт от своей доли; при равенстве —
      того, кого дольше не предлагали. Чем ближе строка к заявке, тем она важнее: партнёр, затем регион, затем
      программа. {ownChoices > 0 && `Сами выбрали другого страховщика: ${ownChoices}, в доли они не входят.`}
    </p>
  )
}

/** A version of the shares: read, or edited while it is a draft. */
export function MatrixEditor({ card, lending }: { card: DistributionCard; lending: Lending }) {
  const client = useQueryClient()
  const names = useInsuranceNames()
  const [branches, setBranches] = useState(card.branches)
  const placeOf = placesWith(names, [...card.branches, ...branches])
  const kit = useMatrix(card, placeOf)
  const { form } = kit
  const rows = useWatch({ control: form.control, name: 'rows' })
  const [added, setAdded] = useState<readonly number[]>([])
  const [opened, setOpened] = useState<Opened>(null)
  const readOnly = kit.refusal !== null
  const change = (next: RowValue[]) =>
    form.setValue('rows', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const used = new Set([...rows.flatMap(({ cells }) => cells.map(({ insurerId }) => insurerId)), ...added])
  const refresh = () => {
    for (const read of [getDistribution, ...dependOnIt])
      void client.invalidateQueries({ queryKey: keyOf(read) })
  }
  return (
    <RecordForm
      kit={kit}
      label={`Версия ${card.number}`}
      labels={matrixLabels}
      showRefusal={false}
      head={<Head card={card} kit={kit} left={unfinished(rows, lending)} onOpen={setOpened} />}
    >
      <FormCard>
        {!readOnly && (
          <FormSection title="Версия">
            <Field control={form.control} name="title" label={matrixLabels.title} required>
              {(input) => <TextInput {...input} maxLength={200} />}
            </Field>
            <Field control={form.control} name="validFrom" label={matrixLabels.validFrom} required>
              {(input) => <DateInput {...input} />}
            </Field>
          </FormSection>
        )}
        <FormSection title="Доли страховщиков" grid={false}>
          {!readOnly && (
            <Tools
              free={card.insurers.filter(({ id }) => !used.has(id))}
              onAdd={(insurerId) => setAdded([...added, insurerId])}
              onOpen={setOpened}
            />
          )}
          {rows.length === 0 ? (
            <Empty
              title="Строк ещё нет"
              text={readOnly ? 'В этой версии нет долей.' : 'Добавьте строку или загрузите доли из файла.'}
            />
          ) : (
            <MatrixTable
              rows={rows}
              insurers={card.insurers.filter(({ id }) => used.has(id))}
              facts={card.facts}
              readOnly={readOnly}
              placeOf={placeOf}
              onChange={change}
              onLimits={(row, insurerId) => setOpened({ kind: 'limits', row, insurerId })}
              onCopy={(at) => setOpened({ kind: 'row', copied: rows[at] ?? null })}
            />
          )}
          <About ownChoices={card.ownChoices} />
        </FormSection>
      </FormCard>
      <OpenedWindow
        opened={opened}
        card={card}
        lending={lending}
        rows={rows}
        names={names}
        onChange={change}
        onBranches={setBranches}
        onMoved={refresh}
        onClose={() => setOpened(null)}
      />
    </RecordForm>
  )
}
