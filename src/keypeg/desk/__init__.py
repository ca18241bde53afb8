"""What can be asked at a desk, away from any table: advice on a position, a judgement of a record, a problem."""
