import { type LoadTarget, loadTargets } from '@ipoteka-office/contract/blacklists/list-loads.ts'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { usePagePlace } from '#lib/page-place.ts'
import { Button } from '#ui/button.tsx'
import { NotFound } from '#ui/not-found.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { LoadedFile } from './loaded-file.tsx'
import { Loads } from './loads.tsx'
import styles from './loads.module.css'

export const Route = createFileRoute('/blacklist-load/$target/$id')({ component: LoadPage })

const isTarget = (text: string): text is LoadTarget => Object.hasOwn(loadTargets, text)

/** Loading of a list from a file: the files that were loaded, or one of them with what it would change. */
function LoadPage() {
  const { target, id } = Route.useParams()
  return isTarget(target) ? <Load key={`${target} ${id}`} target={target} id={id} /> : <NotFound />
}

function Load({ target, id }: { target: LoadTarget; id: string }) {
  const go = useNavigate()
  const open = (next: string) => void go({ to: '/blacklist-load/$target/$id', params: { target, id: next } })
  usePagePlace('Чёрные списки', loadTargets[target])
  return (
    <>
      <PageHead title={target === 'authority' ? loadTargets[target] : `${loadTargets[target]}: загрузка`}>
        {id !== 'new' && <Button onClick={() => open('new')}>Ко всем загрузкам</Button>}
      </PageHead>
      <div className={styles.page}>
        {id === 'new' ? <Loads target={target} onOpen={open} /> : <LoadedFile target={target} id={id} />}
      </div>
    </>
  )
}
