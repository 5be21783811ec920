import { IdParam } from '@ipoteka-office/contract/common/scalars.ts'
import { topics } from '@ipoteka-office/contract/live.ts'
import { getProduct } from '@ipoteka-office/contract/products/products.ts'
import type { Product } from '@ipoteka-office/contract/products/product-rows.ts'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useRights } from '#api/rights.ts'
import { query } from '#api/query.ts'
import { noteError } from '#lib/unexpected.ts'
import { latePart } from '#ui/late/late-part.tsx'
import { PageSkeleton } from '#ui/loader.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { FailureBlock } from '#widgets/failure-block.tsx'
import { useRecordRefresh } from '#widgets/live-refresh.ts'
import { type CardSearch, cardSearch } from './card-search.ts'

const loadEditor = async () => (await import('./product-editor.tsx')).ProductEditor
const ProductEditor = latePart(loadEditor, <PageSkeleton kind="form" />)

interface PageProps {
  readonly productId: string
  /** What the address holds beside the product. */
  readonly search: Record<string, unknown>
  /** Whether the product belongs on this page. */
  readonly fits: (product: Product) => boolean
  /** How its parts stand: under tabs, or all on one page. */
  readonly view: 'tabs' | 'page'
}

function Loaded({ productId, search: asked, fits, view }: PageProps) {
  const search = cardSearch(asked)
  const navigate = useNavigate()
  // Its draft where one is, else what is in force, or the version that the address names.
  const number = search.number === undefined ? {} : { number: search.number }
  const answer = useQuery({ ...query(getProduct, { params: { id: productId }, query: number }), gcTime: 0 })
  const { isAhml } = useRights()
  // People of partners hear nothing of what the bank prepares.
  useRecordRefresh(isAhml ? topics.products : null, answer, () => void answer.refetch())
  useEffect(() => {
    // It comes while the product does; where it is lost, its place asks for it again.
    loadEditor().catch(noteError)
  }, [])
  if (answer.isError && !answer.data)
    return <FailureBlock failure={answer.error} onRetry={() => void answer.refetch()} />
  if (!answer.data) return <PageSkeleton kind="form" />
  if (!fits(answer.data)) return <NotFound />
  return (
    <ProductEditor
      key={answer.data.shown.number}
      product={answer.data}
      view={view}
      search={search}
      onSearch={(next: CardSearch, replace = false) =>
        void navigate({ to: '.', search: { ...next } as never, replace })
      }
    />
  )
}

/** The page of a product, an option or a promotion. */
export function ProductPage(props: PageProps) {
  if (!IdParam.safeParse(props.productId).success) return <NotFound />
  return <Loaded key={props.productId} {...props} />
}
