/** Loaded after the application, which starts without its worker and its messages. */
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
