import { setHabits } from '../shared/format/habits.ts'
import { showPage } from '../shared/layout/Page.tsx'
import { SharePage } from './SharePage.tsx'
import { measureIn } from './shared.ts'

setHabits({ measure: measureIn(navigator.language) })

// The secret stays in the address, so that the page can be reloaded or bookmarked.
showPage(<SharePage secret={window.location.hash.slice(1)} />)
