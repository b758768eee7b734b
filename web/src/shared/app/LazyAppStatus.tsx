/** Comes after the application: neither its worker nor its messages are needed to begin. */
import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react'
import type { AppStatusProps } from './AppStatus.tsx'

const nothing: ComponentType<AppStatusProps> = () => null

const AppStatus = lazy<ComponentType<AppStatusProps>>(() =>
  import('./AppStatus.tsx').then(
    (loaded) => ({ default: loaded.AppStatus }),
    () => ({ default: nothing }),
  ),
)

export const LazyAppStatus = (props: ComponentProps<typeof AppStatus>) => (
  <Suspense>
    <AppStatus {...props} />
  </Suspense>
)
