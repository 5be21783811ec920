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
const MoveDialog = onDemand(async () => (await import('../move-dialog.tsx')).MoveDialog)
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

/** A version of the shares: read, or edited while it is a draft. */
export function MatrixEditor({ card, lending }: { card: DistributionCard; lending: Lending }) {
  const client = useQueryClient()
  const names = useInsuranceNames()
  const [branches, setBranches] = useState(card.branches)
  const placeOf = placesWith(names, [...card.branches, ...branches])
  const kit = useMatrix(card, placeOf)
  const { form, refusal } = kit
  const rows = useWatch({ control: form.control, name: 'rows' })
  const [added, setAdded] = useState<readonly number[]>([])
  const [opened, setOpened] = useState<Opened>(null)
  const readOnly = refusal !== null
  const change = (next: RowValue[]) =>
    form.setValue('rows', next, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  const used = new Set([...rows.flatMap(({ cells }) => cells.map(({ insurerId }) => insurerId)), ...added])
  const columns = card.insurers.filter(({ id }) => used.has(id))
  const close = () => setOpened(null)
  const refresh = () => {
    for (const read of [getDistribution, ...dependOnIt])
      void client.invalidateQueries({ queryKey: keyOf(read) })
  }
  const left = unfinished(rows, lending)
  return (
    <RecordForm
      kit={kit}
      label={`Версия ${card.number}`}
      labels={matrixLabels}
      showRefusal={false}
      head={
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
              {!readOnly && left > 0 && <span>осталось исправить строк: {left}</span>}
            </span>
          }
        >
          <Button onClick={() => setOpened({ kind: 'history' })}>История</Button>
          <Button
            onClick={() =>
              void download(exportDistribution, { params: { id: String(card.id) } }).catch(notifyFailure)
            }
          >
            Выгрузить XLSX
          </Button>
          <Button
            disabledReason={kit.isDirty ? 'Сначала сохраните черновик' : null}
            onClick={() => setOpened({ kind: 'simulation' })}
          >
            Проба за 90 дней
          </Button>
          {card.actions.map((action) => (
            <Button
              key={action.code}
              disabledReason={
                kit.isDirty ? 'Сначала сохраните черновик' : action.enabled ? null : action.reasonDisabled
              }
              onClick={() => setOpened({ kind: 'move', action })}
            >
              {action.label}
            </Button>
          ))}
          {!readOnly && (
            <Button type="submit" look="primary" loading={kit.busy}>
              Сохранить
            </Button>
          )}
        </FormHead>
      }
    >
      <FormCard>
        {!readOnly && (
          <FormSection title="Версия">
            <Field control={form.control} name="title" label={matrixLabels['title'] ?? ''} required>
              {(input) => <TextInput {...input} maxLength={200} />}
            </Field>
            <Field control={form.control} name="validFrom" label={matrixLabels['validFrom'] ?? ''} required>
              {(input) => <DateInput {...input} />}
            </Field>
          </FormSection>
        )}
        <FormSection title="Доли страховщиков" grid={false}>
          {!readOnly && (
            <div className={styles.bar}>
              <Button onClick={() => setOpened({ kind: 'row', copied: null })}>Добавить строку</Button>
              <LookupSelect
                aria-label="Добавить страховщика"
                placeholder="Добавить страховщика"
                options={card.insurers
                  .filter(({ id }) => !used.has(id))
                  .map(({ id, shortName }) => ({ code: String(id), name: shortName }))}
                value={null}
                onChange={(code) => code !== null && setAdded([...added, Number(code)])}
              />
              <Button onClick={() => setOpened({ kind: 'file' })}>Загрузить из файла</Button>
            </div>
          )}
          {rows.length === 0 ? (
            <Empty
              title="Строк ещё нет"
              text={readOnly ? 'В этой версии нет долей.' : 'Добавьте строку или загрузите доли из файла.'}
            />
          ) : (
            <MatrixTable
              rows={rows}
              insurers={columns}
              facts={card.facts}
              readOnly={readOnly}
              placeOf={placeOf}
              onChange={change}
              onLimits={(row, insurerId) => setOpened({ kind: 'limits', row, insurerId })}
              onCopy={(at) => setOpened({ kind: 'row', copied: rows[at] ?? null })}
            />
          )}
          <p className="muted">
            Предлагают аккредитованного страховщика, который сильнее других отстаёт от своей доли; при
            равенстве — того, кого дольше не предлагали. Чем ближе строка к заявке, тем она важнее: партнёр,
            затем регион, затем программа.{' '}
            {card.ownChoices > 0 &&
              `Сами выбрали другого страховщика: ${card.ownChoices}, в доли они не входят.`}
          </p>
        </FormSection>
      </FormCard>
      {opened?.kind === 'row' && (
        <RowDialog
          lending={lending}
          copied={opened.copied}
          rows={rows}
          names={names}
          onAdd={(row) => change([...rows, row])}
          onClose={close}
        />
      )}
      {opened?.kind === 'limits' && (
        <Limits opened={opened} rows={rows} card={card} names={names} onChange={change} onClose={close} />
      )}
      {opened?.kind === 'file' && (
        <FileDialog
          id={card.id}
          onTake={(read) => {
            setBranches(read.branches)
            change(toRowValues(read.content))
          }}
          onClose={close}
        />
      )}
      {opened?.kind === 'simulation' && <Simulation card={card} onClose={close} />}
      {opened?.kind === 'history' && (
        <HistoryDialog
          title={`История версии ${card.number}`}
          pages={(page) => query(listDistributionHistory, { params: { id: String(card.id) }, query: page })}
          onClose={close}
        />
      )}
      {opened?.kind === 'move' && (
        <MoveDialog
          what={`версия ${card.number}`}
          action={opened.action}
          move={(comment) => move(card, opened.action.code, comment)}
          onDone={refresh}
          onClose={close}
        />
      )}
    </RecordForm>
  )
}

/** The window of a cell's limits. */
function Limits({
  opened,
  rows,
  card,
  names,
  onChange,
  onClose,
}: {
  opened: { readonly row: number; readonly insurerId: number }
  rows: readonly RowValue[]
  card: DistributionCard
  names: InsuranceNames
  onChange: (rows: RowValue[]) => void
  onClose: () => void
}) {
  const cell = rows[opened.row]?.cells.find(({ insurerId }) => insurerId === opened.insurerId)
  if (cell === undefined) return null
  return (
    <LimitsDialog
      insurer={card.insurers.find(({ id }) => id === opened.insurerId)?.shortName ?? ''}
      cell={cell}
      names={names}
      onSave={(next) =>
        onChange(
          rows.map((row, at) =>
            at === opened.row
              ? { ...row, cells: row.cells.map((one) => (one.insurerId === next.insurerId ? next : one)) }
              : row,
          ),
        )
      }
      onClose={onClose}
    />
  )
}
