/** Replaces the application while the server does not answer: it was opened from the browser's cache. */
import { Button } from '@mantine/core'
import { AuthLayout } from '../../shared/auth/AuthLayout.tsx'
import { formatTime } from '../../shared/format/times.ts'
import { texts } from '../../shared/texts/texts.ts'
import { lastDataAt } from '../last-data.ts'

const words = texts.shared.app

export function OfflinePage({ retry }: { retry(): unknown }) {
  const at = lastDataAt()
  return (
    <AuthLayout title={words.offlineTitle} explain={words.offlineExplain}>
      {at !== undefined && <p>{words.lastData(formatTime(at))}</p>}
      <Button variant="default" onClick={() => void retry()}>
        {texts.shared.retry}
      </Button>
    </AuthLayout>
  )
}
