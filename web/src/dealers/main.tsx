import { showPage } from '../shared/layout/Page.tsx'
import { DealersPage } from './DealersPage.tsx'

showPage(<DealersPage />)
