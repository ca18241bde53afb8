// After each test of any file.

import { afterEach } from 'vitest'
import { clean } from './mount.svelte'

afterEach(clean)
