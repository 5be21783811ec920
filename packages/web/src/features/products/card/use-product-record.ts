import {
  countProducts,
  getProduct,
  listProductAudit,
  listReleases,
  saveVersion,
  searchProducts,
} from '@ipoteka-office/contract/products/products.ts'
import { type Product, ProductVersion } from '@ipoteka-office/contract/products/product-rows.ts'
import { versionLabel } from '@ipoteka-office/contract/products/version/version-words.ts'
import { VersionContent } from '@ipoteka-office/contract/products/version/version-content.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/call.ts'
import { keyOf } from '#api/query.ts'
import { toast } from '#ui/overlay/toasts.tsx'
import { sayFailed } from '#widgets/notify-failure.ts'
import type { Difference } from '#widgets/record/difference.ts'
import { useRecord } from '#widgets/record/use-record.ts'
import { type VersionNames, versionDifferences } from '../releases/version-differences.ts'
import { type ProductValues, shapeIssues, toContent, toProductValues } from './product-values.ts'

const failedKey = 'product-failed'

/** Reads the product again after a command, and what depends on it. */
export async function adoptProduct(client: QueryClient): Promise<void> {
  const key = keyOf(getProduct)
  await client.cancelQueries({ queryKey: key })
  for (const endpoint of [searchProducts, countProducts, listProductAudit, listReleases])
    void client.invalidateQueries({ queryKey: keyOf(endpoint) })
  await client.invalidateQueries({ queryKey: key })
}

const mostTold = 4
const listed = (texts: readonly string[]): string =>
  texts.slice(0, mostTold).join('; ') + (texts.length > mostTold ? ` и ещё ${texts.length - mostTold}` : '')

/** The comparison chooses by the parts of a version: all limits are one choice, all rates are another. */
function byTopParts(differences: ReturnType<typeof versionDifferences>): Difference[] {
  const topOf = (key: string) => (/^(cell|axis) /.test(key) ? 'rate' : (key.split('.')[0] ?? key))
  return [...Map.groupBy(differences, ({ key }) => topOf(key))].map(([key, parts]) => {
    const [only] = parts
    if (parts.length === 1 && only) return { key, label: only.label, mine: only.after, server: only.before }
    return {
      key,
      label: versionLabel(key),
      mine: listed(parts.map(({ label, after }) => `${label}: ${after}`)),
      server: listed(parts.map(({ label, before }) => `${label}: ${before}`)),
    }
  })
}

/** The form of a version and what guards its save. */
export function useProductRecord({
  product,
  names,
  onMistake,
}: {
  product: Product
  /** Names of what a side of the comparison may hold, known only after the form is there. */
  names: () => VersionNames
  /** Called with the path of the first mistake: the page shows the part that it stands in. */
  onMistake: (path: string) => void
}) {
  const client = useQueryClient()
  const { shown, kind, id } = product
  const check = (values: ProductValues) =>
    shapeIssues(kind, values).map(({ path, message }) => ({ path: path.split('.'), message }))
  return useRecord<ProductVersion, ProductValues>({
    record: shown,
    name: 'Выпуск продукта',
    draftKey: `product/${id}/${shown.number}`,
    toValues: toProductValues,
    check,
    refusal: shown.editable.enabled ? null : (shown.editable.reasonDisabled ?? 'Выпуск не изменяется'),
    schema: ProductVersion,
    search: ['number'],
    save: (values, version) =>
      call(saveVersion, {
        params: { id: String(id), number: String(shown.number) },
        body: {
          content: VersionContent.parse(toContent(kind, values)),
          validFrom: values.validFrom || null,
          validTo: values.validTo || null,
          version,
        },
      }),
    onSaved: async (_, how) => {
      toast.closeByKey(failedKey)
      await adoptProduct(client)
      if (how === 'saved') toast.success('Черновик сохранён')
    },
    onMistakes: (form) => {
      const [first] = shapeIssues(kind, form.getValues())
      if (first) onMistake(first.path)
    },
    fieldOf: (path) => path.replace(/^content\./, ''),
    onFailure: (failure) => {
      sayFailed('Черновик не сохранён', failure, failedKey)
      return true
    },
    differences: (mine, server) => {
      const read = VersionContent.safeParse(toContent(kind, mine))
      if (!read.success) return []
      const own = { content: read.data, validFrom: mine.validFrom || null, validTo: mine.validTo || null }
      return byTopParts(versionDifferences(server, own, names()))
    },
  })
}
