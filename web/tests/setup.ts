// After each test of any file.

import { afterEach } from 'vitest'
import { clean } from './mounted.svelte'

afterEach(clean)
