import { partnerRegionFields as fields } from '@ipoteka-office/contract/partners/partner-part-fields.ts'
import { messages } from '@ipoteka-office/contract/common/scalars.ts'
import {
  createPartnerRegion,
  deletePartnerRegion,
  deletePartnerRegions,
  listPartnerRegions,
  PartnerRegion,
  updatePartnerRegion,
} from '@ipoteka-office/contract/partners/partner-parts.ts'
import { referenceLists } from '@ipoteka-office/contract/references/reference-lists.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { query } from '#api/query.ts'
import { emptyValue } from '#lib/format.ts'
import { Field, ReadOnlyField } from '#ui/form/field.tsx'
import { MultiSelect } from '#ui/select/multi-select.tsx'
import type { MultiValue } from '#ui/select/multi-select-value.ts'
import type { Column } from '#ui/table/table-columns.ts'
import { Entries } from '#widgets/list/entries.tsx'
import { EntryDialog, useEntry } from '#widgets/record/entry-dialog.tsx'
import { useReferenceOptions } from '#widgets/fields/reference-options.ts'
import { sayFailed } from '#widgets/notify-failure.ts'
import { usePartnerAccess } from '../partner-access.ts'
import { usePartnerRefresh } from '../use-partner-refresh.ts'
import { PlainField } from '#widgets/record/plain-field.tsx'

const columns: Column<PartnerRegion>[] = [
  { key: 'name', title: 'Регион', width: 300, render: ({ regionName }) => regionName },
  { key: 'code', title: 'Код', width: 80, render: ({ regionCode }) => regionCode },
  { key: 'comment', title: 'Примечание', width: 400, render: ({ comment }) => comment || emptyValue },
]

/** Adds regions one after another; each that is refused is said by name, and the others are in. */
async function addRegions(partnerId: string, codes: readonly string[], comment: string): Promise<null> {
  for (const regionCode of codes) {
    try {
      await call(createPartnerRegion, { params: { partnerId }, body: { regionCode, comment } })
    } catch (failure) {
      if (codes.length === 1) throw failure
      sayFailed(`Регион ${regionCode} не добавлен`, failure, `region-${regionCode}`)
    }
  }
  return null
}

function RegionDialog({
  partnerId,
  region,
  taken,
  onClose,
}: {
  partnerId: string
  region: PartnerRegion | null
  taken: readonly string[]
  onClose: () => void
}) {
  const refresh = usePartnerRefresh()
  const options = useReferenceOptions(referenceLists.region).options
  const entry = useEntry<PartnerRegion, { codes: MultiValue; comment: string }>({
    record: region,
    schema: PartnerRegion,
    fields,
    toValues: (entry) => ({
      codes: { codes: entry ? [entry.regionCode] : [], all: false },
      comment: entry?.comment ?? '',
    }),
    issues: ({ codes }) => (codes.codes.length > 0 ? [] : [{ path: ['codes'], message: messages.required }]),
    save: ({ codes, comment }, version, on) =>
      on
        ? call(updatePartnerRegion, {
            params: { partnerId, id: String(on.id) },
            body: { regionCode: on.regionCode, comment, version },
          })
        : addRegions(partnerId, codes.codes, comment),
    saved: 'Регионы сохранены',
    onDone: () => {
      refresh()
      onClose()
    },
  })
  const { control } = entry.form
  return (
    <EntryDialog title={region ? 'Регион' : 'Новые регионы'} size="medium" entry={entry} onClose={onClose}>
      {region ? (
        <ReadOnlyField label={fields.regionCode.label} span="full">
          {region.regionName}
        </ReadOnlyField>
      ) : (
        <Field control={control} name="codes" label="Регионы" span="full">
          {(input) => (
            <MultiSelect
              {...input}
              options={options.filter(({ code }) => !taken.includes(code))}
              placeholder="Выберите регионы"
            />
          )}
        </Field>
      )}
      <PlainField control={control} fields={fields} name="comment" span="full" />
    </EntryDialog>
  )
}

/** «Регионы»: where the partner works. */
export function RegionsTab({ partnerId }: { partnerId: string }) {
  const { update } = usePartnerAccess()
  const refresh = usePartnerRefresh()
  const answer = useQuery(query(listPartnerRegions, { params: { partnerId } }))
  return (
    <Entries
      label="Регионы"
      columns={columns}
      answer={answer}
      nameOf={({ regionName }) => regionName}
      reason={update}
      add="Добавить регионы"
      dialog={(entry, onClose) => (
        <RegionDialog
          partnerId={partnerId}
          region={entry}
          taken={(answer.data ?? []).map(({ regionCode }) => regionCode)}
          onClose={onClose}
        />
      )}
      onChanged={refresh}
      removal={{
        one: ({ id, version }) =>
          call(deletePartnerRegion, { params: { partnerId, id: String(id) }, query: { version } }),
        many: (ids) => call(deletePartnerRegions, { params: { partnerId }, query: { ids } }),
      }}
      emptyTitle="Регионы не указаны"
    />
  )
}
