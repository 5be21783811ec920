import {
  createRealtyObject,
  getRealtyObject,
  listCaseRealty,
  markRealtyObject,
  RealtyObject,
  saveRealtyObject,
} from '@ipoteka-office/contract/realty-objects/realty-objects.ts'
import { buildingFields } from '@ipoteka-office/contract/cases/sections/building.ts'
import { realtyListFields } from '@ipoteka-office/contract/cases/sections/realty-lists.ts'
import { useMutation } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { mutation } from '#api/query.ts'
import { serverNow } from '#api/server-time.ts'
import { bankDay } from '#lib/dates.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/overlay/toasts.tsx'
import { notifyFailure } from '#widgets/notify-failure.ts'
import { RecordForm } from '#widgets/record/record-form.tsx'
import { useRecord } from '#widgets/record/use-record.ts'
import { mergeRealty, realtyDifferences } from './realty-compare.ts'
import { RealtyDuplicates } from './realty-duplicates.tsx'
import { RealtyForm } from './realty-form.tsx'
import { RealtyPhotos } from './realty-photos.tsx'
import { RealtyApplications, RealtyFigures } from './realty-side.tsx'
import { type RealtyValues, realtyValueIssues, toRealtyInput, toRealtyValues } from './realty-values.ts'
import styles from './realty-objects.module.css'

const labels = {
  type: 'Тип объекта',
  number: 'Номер',
  address: 'Адрес',
  area: 'Площадь',
  price: 'Цена',
  rightKind: 'Вид права',
  ownership: 'Вид собственности',
  owners: 'Правообладатели',
  extractDate: 'Выписка ЕГРН от',
  comment: 'Комментарий',
  ...Object.fromEntries(Object.entries(realtyListFields).map(([name, { label }]) => [name, label])),
  ...Object.fromEntries(
    Object.entries(buildingFields).map(([name, { label }]) => [`building.${name}`, label]),
  ),
}

export interface RealtyEditorProps {
  readonly caseId: number
  /** К/З of the application. */
  readonly loanToValue: string | null
  /** Null: a new one. */
  readonly object: RealtyObject | null
  readonly start: RealtyValues
  readonly editable: RealtyObject['editable']
  readonly onSaved: (saved: RealtyObject) => void
  /** Somebody changed the object: read it again. */
  readonly onRefresh: () => void
}

/** Why it cannot be changed; null when it can. */
function refusalOf(object: RealtyObject | null, { enabled, reasonDisabled }: RealtyObject['editable']) {
  if (!enabled) return reasonDisabled ?? 'Объект сейчас нельзя изменить'
  return object?.removed ? 'Объект снят с заявки: верните его, чтобы изменить' : null
}

function useRealtyRecord({ caseId, object, start, editable, onSaved }: RealtyEditorProps) {
  return useRecord<RealtyObject, RealtyValues>({
    record: object,
    name: 'Предмет ипотеки',
    draftKey: object === null ? `realty/new/${caseId}` : `realty/${object.id}`,
    toValues: toRealtyValues,
    start,
    check: (values) => realtyValueIssues(values, bankDay(serverNow())),
    refusal: refusalOf(object, editable),
    schema: RealtyObject,
    save: (values, version) => {
      const body = toRealtyInput(values)
      return object === null
        ? call(createRealtyObject, { params: { id: String(caseId) }, body })
        : call(saveRealtyObject, { params: { id: String(object.id) }, body: { ...body, version } })
    },
    onSaved: (saved, how) => {
      if (how !== 'met') toast.success(how === 'created' ? 'Объект добавлен' : 'Данные сохранены')
      onSaved(saved)
    },
    differences: (mine, server) =>
      realtyDifferences(toRealtyInput(mine), toRealtyInput(toRealtyValues(server))),
    merge: mergeRealty,
    invalidates: [listCaseRealty, getRealtyObject],
    search: true,
  })
}

function RemoveButton({ object, onDone }: { object: RealtyObject; onDone: () => void }) {
  const mark = useMutation(mutation(markRealtyObject))
  const change = async () => {
    try {
      const body = { removed: !object.removed, version: object.version }
      await mark.mutateAsync({ params: { id: String(object.id) }, body })
      onDone()
    } catch (failure) {
      notifyFailure(failure)
    }
  }
  return (
    <Button
      loading={mark.isPending}
      disabledReason={object.editable.reasonDisabled}
      onClick={() => void change()}
    >
      {object.removed ? 'Вернуть в заявку' : 'Снять с заявки'}
    </Button>
  )
}

/** Why there is nothing to save; a new object may be sent as it is, to be told what is missing. */
const saveReason = ({ refusal, record, isDirty }: ReturnType<typeof useRealtyRecord>) =>
  refusal ?? (record !== null && !isDirty ? 'Изменений нет' : null)

/** The form of an object with its figures, other applications and history. */
export function RealtyEditor(props: RealtyEditorProps) {
  const { caseId, loanToValue, object, onRefresh } = props
  const kit = useRealtyRecord(props)
  const { form, isDirty, busy } = kit
  // A creation leads away from the form: what would be typed meanwhile had no place to stay.
  const creating = object === null && busy
  return (
    <div className={styles.layout}>
      <div className={styles.main}>
        <RecordForm
          kit={kit}
          label="Предмет ипотеки"
          labels={labels}
          notices={<RealtyDuplicates form={form} caseId={caseId} />}
        >
          <RealtyForm form={form} disabled={kit.refusal !== null || creating} />
          <div className={styles.foot}>
            <span className="muted small">{isDirty ? 'Есть несохранённые изменения' : ''}</span>
            {object && <RemoveButton object={object} onDone={onRefresh} />}
            <Button onClick={kit.undo} disabled={!isDirty}>
              Отменить
            </Button>
            <Button type="submit" look="primary" loading={busy} disabledReason={saveReason(kit)}>
              {object === null ? 'Добавить объект' : 'Сохранить'}
            </Button>
          </div>
        </RecordForm>
        <RealtyPhotos object={object} />
      </div>
      <aside className={styles.side} aria-label="Показатели и заявки">
        <RealtyFigures form={form} loanToValue={loanToValue} median={object?.median ?? null} />
        {object && <RealtyApplications object={object} />}
      </aside>
    </div>
  )
}
