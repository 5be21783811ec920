import { createFileRoute, lazyRouteComponent, notFound } from '@tanstack/react-router'

export const Route = createFileRoute('/dev/record')({
  // Split by hand: the build leaves out what only development can reach.
  codeSplitGroupings: [],
  beforeLoad: () => {
    if (!import.meta.env.DEV) throw notFound()
  },
  ...(import.meta.env.DEV && {
    component: lazyRouteComponent(() => import('./dev-record.tsx'), 'DevRecordPage'),
  }),
})
